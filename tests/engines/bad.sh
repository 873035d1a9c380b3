#!/bin/sh
# An engine of the Arimaa Engine Interface that misbehaves in one way, which is named by the first argument.
# What is said to be right by `greet` and `until_go` is right; the last lines of each way are its fault.

way=$1

setup_of_gold="Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Hb2 Cc2 Cd2 De2 Df2 Mg2 Eh2"

greet() {
  read -r line
  echo "protocol-version 1"
  echo "id name $way"
  echo "aeiok"
}

# Answers until a turn is asked for.
until_go() {
  while read -r line; do
    case $line in
      isready) echo "readyok" ;;
      go) return ;;
      quit) exit 0 ;;
    esac
  done
  exit 0
}

case $way in
  crasher) greet; until_go; echo "out of memory" >&2; exit 3 ;;
  killed) greet; until_go; kill -9 $$ ;;
  breaker) greet; until_go; printf 'bestmove Ra1 Rb1'; exit 4 ;;
  stillborn) exit 0 ;;
  mute) exec sleep 1000 ;;
  sleeper) greet; [ -n "$2" ] && echo $$ >"$2"; until_go; exec sleep 1000 ;;
  closer) greet; until_go; exec >&-; exec sleep 1000 ;;
  flooder) greet; until_go; exec yes "info depth 1" ;;
  endless-line) greet; until_go; exec cat /dev/zero ;;
  garbage)
    greet
    until_go
    printf 'hello\n\n\377\376\nBEST MOVE\r\r\n\033[2Jbest move\nlog Error: I am lost\n'
    head -c 100000 /dev/zero | tr '\0' x
    printf '\nbestmove resign\n' ;;
  stutterer)
    greet
    until_go
    echo "bestmove $setup_of_gold"
    echo "bestmove $setup_of_gold"
    until_go
    echo "bestmove resign" ;;
  cheat) greet; until_go; echo "bestmove $setup_of_gold"; until_go; echo "bestmove Eh2n Ra1n" ;;
  loiterer) greet; until_go; echo "bestmove $setup_of_gold"; until_go; echo "bestmove" ;;
  nonsense) greet; until_go; echo "bestmove banana" ;;
  labeller) greet; until_go; echo "bestmove 1g $setup_of_gold" ;;
  futurist) read -r line; echo "protocol-version 9"; echo "aeiok"; until_go ;;
  veteran)
    # Version 0 of the protocol has no number, and other letters for the sides.
    read -r line
    echo "id name $way"
    echo "aeiok"
    while read -r line; do
      case $line in
        isready) echo "readyok" ;;
        setposition*) echo "log Error: ${line%%\[*}" ;;
        go) echo "bestmove resign" ;;
        quit) exit 0 ;;
      esac
    done ;;
  *) echo "no such way: $way" >&2; exit 2 ;;
esac

# Nothing may be wrong with an engine but its fault: it stays until it is told to go.
until_go
