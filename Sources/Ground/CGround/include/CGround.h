/// All C that products need: the walk over loaded images, what a thread delivers, calls of the
/// system that Swift does not import, and the functions of libraries that are opened at run time.
#ifndef C_GROUND_H
#define C_GROUND_H

#include "CGroundHTTP.h"
#include "CGroundImages.h"
#include "CGroundLibraries.h"
#include "CGroundProcess.h"
#include "CGroundStores.h"
#include "CGroundThread.h"

#endif
