#!/bin/sh
# Says which migrations would run. Nothing runs this but a person.
echo "No migration is waiting."
