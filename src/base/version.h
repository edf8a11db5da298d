/* The program's own version. */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#define GPULINT_VERSION "0.1.0"

#endif
