#!/bin/sh
# A program of the line kit that misbehaves in one way, which is named by the first argument. It tells every position
# back, and knows no winner.

while read -r side board earlier steps; do
  case $1:$steps in
    *:) echo "ok $board -" ;;
    refuser:*) echo "no $side may not" ;;
    slow:*) sleep 0.5; echo no ;;
    silent:*) exec sleep 1000 ;;
    *) echo "$1 is no way to misbehave" >&2; exit 64 ;;
  esac
done
