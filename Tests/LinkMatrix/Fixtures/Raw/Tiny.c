// A library with one record, whose key is the number NUMBER.

#include "RawRecord.h"

#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)

RECORD(only) = {GOOD(NUMBER, TEXT(NUMBER))};
