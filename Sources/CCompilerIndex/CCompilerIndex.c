#include "CCompilerIndex.h"
