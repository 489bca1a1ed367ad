// Good records between broken ones of every sort.

#include "RawRecord.h"

#include <stdlib.h>

#pragma clang diagnostic ignored "-Winitializer-overrides"

RECORD(first) = {GOOD(1, "first")};
RECORD(newer) = {GOOD(2, "newer"), .version = 9};
RECORD(second) = {GOOD(3, "second")};
RECORD(too_short) = {GOOD(4, "short"), .key_size = 40};
RECORD(third) = {GOOD(5, "third")};
RECORD(endless) = {GOOD(6, "endless"), .descriptor_size = 0x7FFFFFF0};
RECORD(fourth) = {GOOD(7, "fourth")};
RECORD(no_text) = {GOOD(8, "no\xFF" "text")};
RECORD(fifth) = {GOOD(9, "fifth")};
// Calling it would end the program.
RECORD(foreign) = {GOOD(10, "foreign"), .accessor = (accessor *)abort};
RECORD(no_accessor) = {GOOD(11, "nothing"), .accessor = 0};
RECORD(unknown) = {GOOD(12, "sixth"), .kind = 0x01020304};
