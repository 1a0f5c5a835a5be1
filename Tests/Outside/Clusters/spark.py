#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Types the names of a list with Spark, in two local processes, and compares them with one process's answer.

    spark.py UTCLI REGISTRY NAMES ANSWER
"""
import os
import shlex
import shutil
import sys
import time

try:
    import pyspark
except ImportError:
    pyspark = None


def main(utcli, registry, names, answer):
    if pyspark is None or not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        print("skipped: pyspark or java was not found")
        return
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    conf = pyspark.SparkConf().setMaster("local[2]").setAppName("types")
    conf.set("spark.ui.enabled", "false").set("spark.log.level", "ERROR")
    conf.set("spark.ui.showConsoleProgress", "false")
    context = pyspark.SparkContext(conf=conf)
    # Both programs take and give a line for a name, in order.
    command = shlex.join([utcli, "type-of", "--registry", os.path.abspath(registry), "--stdin", "--name-only"])
    lines = context.textFile("file://" + os.path.abspath(names), 8)
    start = time.perf_counter()
    types = lines.pipe(command).collect()
    seconds = time.perf_counter() - start
    context.stop()
    with open(answer, encoding="utf-8") as file:
        if types != file.read().splitlines():
            sys.exit("Spark's answer differs from that of one process")
    print(f"{'Spark, RDD.pipe':24} {len(types) / seconds:9.0f} names/s")


main(*sys.argv[1:])
