; a part
(bore)
%
N10 G21
N20 G0 X0 Y0
G1 Z-1.5 F100
M3 S1000
M30
@@