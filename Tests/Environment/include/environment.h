// SPDX-License-Identifier: MIT
//
// The environment of the tests sets itself: see environment.c.
