#!/bin/sh
# Git asks here for user name and password, and gets them for the origin they were given for, nowhere else: a redirect
# to another host, or from https down to http, must not carry them along. Question and answer go through pipes, because
# everybody on the machine may read a process's arguments.
[ "$1" = get ] || exit 0
protocol=
host=
while IFS= read -r line && [ -n "$line" ]; do
  case "$line" in
    protocol=*) protocol=${line#protocol=} ;;
    host=*) host=${line#host=} ;;
  esac
done
[ "$host" = "$ATRIUM_GIT_HOST" ] || exit 0
case "$protocol" in
  "$ATRIUM_GIT_SCHEME" | https) printf 'username=%s\npassword=%s\n' "$ATRIUM_GIT_USERNAME" "$ATRIUM_GIT_PASSWORD" ;;
esac
