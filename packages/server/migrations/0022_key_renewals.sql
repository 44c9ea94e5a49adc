-- compatible: the release before renews no keys and leaves the new column empty.

-- sealed; the private half that replaces the one in use once it works
alter table connections add column next_secret text;
