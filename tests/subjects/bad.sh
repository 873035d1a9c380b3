#!/bin/sh
# A program that is put to the suite and misbehaves in one way, which is named by the first argument. It introduces
# itself rightly unless the way is about that. Requests come as {"id":N,...}, each on a line.

way=$1
oracle=$2

hear() {
  read -r line || exit 0
  id=${line#*:}
  id=${id%%,*}
}

greet() {
  hear
  echo "{\"id\":$id,\"hello\":{\"protocol\":\"${1-1.0.0}\",\"identity\":{\"name\":\"$way\"}${2-}}}"
}

# An answer to another question than the one that was asked.
lie() { echo "{\"id\":$1,\"answer\":{\"kind\":\"turn_count\",\"count\":0}}"; }

case $way in
  stillborn) echo "no such board" >&2; exit 7 ;;
  mute) exec sleep 1000 ;;
  other-version) greet 2.0.0; hear; lie "$id"; exec sleep 1000 ;;
  incapable) greet 1.0.0 ',"capabilities":{"questions":[]}'; hear; lie "$id" ;;
esac

greet
while hear; do
  case $way in
    liar) lie "$id" ;;
    tiring)
      asked=$((asked + 1))
      # Who waits for its tiredness names a file.
      [ "$asked" -le 3 ] || { : > "${TIRED:-/dev/null}"; exec sleep 1000; }
      lie "$id" ;;
    decliner) echo "{\"id\":$id,\"declined\":\"not today\"}" ;;
    complainer) echo "{\"id\":$id,\"error\":{\"kind\":\"bad_request\",\"line\":1,\"message\":\"what?\"}}" ;;
    crasher) echo "out of memory" >&2; exit 3 ;;
    closer) exec >&-; exec sleep 1000 ;;
    sleeper) exec sleep 1000 ;;
    garbage) echo "thinking about it"; lie "$id" ;;
    binary) printf '\377\376\n'; lie "$id" ;;
    stale) lie $((id - 1)) ;;
    foreign) lie '"x"' ;;
    nameless) lie null ;;
    painter) printf '%s\n' '{"id":1,"\u001b[2J":1}' ;;
    stutterer) lie "$id"; lie "$id" ;;
    flooder) exec yes "info depth 1" ;;
    endless-line) exec cat /dev/zero ;;
    long-line) head -c 5000000 /dev/zero | tr '\0' x; echo; lie "$id" ;;
    # Right, except that it crashes over one of the questions.
    shaky)
      case $line in
        *Cd4w*) echo "cats are hard" >&2; exit 3 ;;
        *) echo "$line" | "$oracle" serve --stdio ;;
      esac
      ;;
    *) echo "$way is no way to misbehave" >&2; exit 64 ;;
  esac
done
