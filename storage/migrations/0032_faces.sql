-- The faces of people who show them on pictures. A person without a row does not, so nothing of them is kept.
CREATE TABLE face (
    person INTEGER NOT NULL PRIMARY KEY REFERENCES person (id),
    avatar TEXT NOT NULL, -- Discord's name of the picture; '' while none has been fetched, or if there is none
    picture BLOB NOT NULL -- a small PNG file; empty for letters
) STRICT;
