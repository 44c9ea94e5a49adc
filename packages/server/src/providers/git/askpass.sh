#!/bin/sh
# Git asks here for user name and password, and gets them for the origin they were given for, nowhere else:
# a redirect to another host, or from https down to http, must not carry them along.
case "$1" in
  "Username for '$ATRIUM_GIT_SCHEME://$ATRIUM_GIT_HOST': " | "Username for 'https://$ATRIUM_GIT_HOST': ")
    printf '%s\n' "$ATRIUM_GIT_USERNAME" ;;
  "Password for '$ATRIUM_GIT_SCHEME://"*"@$ATRIUM_GIT_HOST': " | "Password for 'https://"*"@$ATRIUM_GIT_HOST': ")
    printf '%s\n' "$ATRIUM_GIT_PASSWORD" ;;
  *) exit 1 ;;
esac
