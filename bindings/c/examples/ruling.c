/* Asks why Gold's cat on c4 may not step north, and prints the response. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arimaa.h"

int main(void) {
    const char *request =
        "{\"id\":1,\"ask\":{\"kind\":\"judge\",\"turn\":\"Cc4n\",\"position\":{\"state\":{"
        "\"side\":\"gold\",\"board\":[\"r.......\",\"........\",\"........\",\"........\","
        "\"..Cd....\",\"........\",\"R.......\",\"........\"]}}}}";

    char *response = arimaa_ask(request, strlen(request));
    if (response == NULL) {
        fputs("out of memory\n", stderr);
        return EXIT_FAILURE;
    }
    puts(response);
    arimaa_release(response);
    return EXIT_SUCCESS;
}
