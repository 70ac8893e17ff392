"""ufv-sweep: runs a case at several angles, Mach numbers, Reynolds numbers or lift coefficients, each point from the
nearest one that is done. Needs Python 3.9 or later and nothing else; plots need gnuplot.

cli.py      the options        lists.py    lists of values, points     folder.py   the sweep's folder and its records
plan.py     which next, whence launch.py   how ufv-solve is started    outcome.py  what a run has left, in numbers
points.py   one point's run    table.py    CSV, JSON, screen           hints.py    where stall or buffet may begin
plots.py    gnuplot            slurm.py    job arrays                  case.py     what a case file sets
files.py   reading, writing, printing        lock.py    one at a time              near.py    the nearest of many places
main.py     all of it
"""
