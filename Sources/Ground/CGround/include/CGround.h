/// All C that products need: the walk over loaded images, what a thread delivers, calls of the
/// system that Swift does not import, and the functions of database libraries.
#ifndef C_GROUND_H
#define C_GROUND_H

#include "CGroundImages.h"
#include "CGroundProcess.h"
#include "CGroundStores.h"
#include "CGroundThread.h"

#endif
