#ifdef X
#ifndef A
int a;
#endif
typedef struct soup Soup;
typedef int Salad;
static int x;
@@