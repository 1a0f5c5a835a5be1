#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Types the names of a list with the Python package in Spark, compares them with one process's answer, and measures the standard
module 'mimetypes' in the same cluster.

    spark_arrow.py REGISTRY NAMES ANSWER    PYTHONPATH has the package 'typeregistry'
"""
import os
import shutil
import sys
import time

try:
    import pyarrow
    import pyspark.sql
except ImportError:
    pyarrow = None


def with_typeregistry(registry):
    """A function that adds the types of names: one registry for each part of the list, from a file that all machines have."""

    def add(batches):
        import pyarrow
        from typeregistry import TypeRegistry

        with TypeRegistry(registry) as types:
            for batch in batches:
                names = batch.column("value")
                found = types.type_of(names).to_arrow().dictionary_decode()
                yield pyarrow.RecordBatch.from_arrays([names, found], names=["name", "type"])

    return add


def with_mimetypes(batches):
    """The same with the standard module."""
    import mimetypes

    import pyarrow

    for batch in batches:
        names = batch.column("value")
        found = pyarrow.array([mimetypes.guess_type(name)[0] for name in names.to_pylist()], pyarrow.string())
        yield pyarrow.RecordBatch.from_arrays([names, found], names=["name", "type"])


def with_nothing(batches):
    """What Spark takes for itself."""
    import pyarrow

    for batch in batches:
        names = batch.column("value")
        yield pyarrow.RecordBatch.from_arrays([names, pyarrow.repeat("-", len(names))], names=["name", "type"])


def main(registry, names, answer):
    if pyarrow is None or not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        print("skipped: the Python package in Spark, because pyspark, pyarrow or java was not found")
        return
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        pyspark.sql.SparkSession.builder.master("local[2]")
        .appName("types")
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "ERROR")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "100000")
        .getOrCreate()
    )
    lines = session.read.text("file://" + os.path.abspath(names)).repartition(8).cache()
    count, schema = lines.count(), "name string, type string"
    add = with_typeregistry(os.path.abspath(registry))
    with open(answer, encoding="utf-8") as file:
        wanted = sorted(file.read().splitlines())
    rows = lines.mapInArrow(add, schema).toArrow()
    found = sorted("\t".join(pair) for pair in zip(*(column.to_pylist() for column in rows.columns)))
    if found != wanted:
        sys.exit("the answer of the Python package in Spark differs from that of one process")
    ways = {"nothing": with_nothing, "typeregistry": add, "mimetypes": with_mimetypes}
    least = dict.fromkeys(ways, float("inf"))
    # In turns, since Spark becomes faster with each.
    for _ in range(6):
        for title, function in ways.items():
            start = time.perf_counter()
            # Counts by type, as a question about a list of files would.
            lines.mapInArrow(function, schema).groupBy("type").count().write.format("noop").mode("overwrite").save()
            least[title] = min(least[title], time.perf_counter() - start)
    for title, seconds in least.items():
        print(f"{'Spark, mapInArrow with ' + title:36} {seconds:6.2f} s {count / seconds:9.0f} names/s")
    session.stop()


main(*sys.argv[1:])
