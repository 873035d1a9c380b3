// Answers lines of the protocol: `arimaa-oracle suite run --subject ./lines` puts the suite to it.
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "arimaa.h"

struct Release {
    void operator()(char *block) const noexcept { arimaa_release(block); }
};

std::string ask(std::string_view request) {
    const std::unique_ptr<char, Release> response(arimaa_ask(request.data(), request.size()));
    if (!response) throw std::bad_alloc();
    return response.get();
}

int main() {
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) std::cout << ask(line) << std::endl;
}
