import BenchmarkHarness
import CBenchmarkSupport
import Foundation
@_spi(Benchmarks) import SectionRegistry
import Synchronization

// How long the first query takes after an image came, in an app of a size that
// hardly any reaches: 0.3 ms where the baseline takes 0.13, and a tenth more on
// a busy machine, where the caches are shared.
#record("bnch", key: "SectionRegistry: cold scan of 3,000 records") {
  Benchmark(targets: [.ratio(atMost: 2.6)], countedIterations: 10) {
    let library = try RecordLibrary(count: 3_000)
    return Comparison(coldScan(of: library), baseline: readingAndSorting(library))
  }
}

// Beside the fastest way to touch the same bytes at all.
#record("bnch", key: "SectionRegistry: cold scan of 3,000 records, beside memcpy") {
  Benchmark(targets: [], countedIterations: 10) {
    let library = try RecordLibrary(count: 3_000)
    return Comparison(coldScan(of: library), baseline: copying(library))
  }
}

#record("bnch", key: "SectionRegistry: a record in a cold scan of 3,000") {
  Benchmark(targets: [], countedIterations: 10) {
    let library = try RecordLibrary(count: 3_000)
    return Comparison(coldScan(of: library, operations: library.count))
  }
}

#record("bnch", key: "SectionRegistry: a record in a cold scan of 100,000") {
  Benchmark(
    targets: [.ratio(atMost: 1.2)],
    besideBenchmark: "SectionRegistry: a record in a cold scan of 3,000", countedIterations: 1
  ) {
    let library = try RecordLibrary(count: 100_000)
    return Comparison(coldScan(of: library, operations: library.count))
  }
}

// Below 60 ns, where the baseline, which asks the loader each time, takes 71.
#record("bnch", key: "SectionRegistry: repeat query") {
  Benchmark(targets: [.ratio(atMost: 0.85), .mallocs(atMost: 0)]) {
    _ = try RecordLibrary(count: 3_000)
    let kind = RecordLibrary.kind
    let expected = SectionRegistry.records(of: kind)
    let table = Mutex([kind: expected])
    return Comparison(
      Work { iterations in
        for _ in 0..<iterations { blackHole(SectionRegistry.records(of: kind)) }
      },
      baseline: Work { iterations in
        for _ in 0..<iterations {
          blackHole(modkit_count_image_changes())
          blackHole(table.withLock { $0[kind] })
        }
      })
  }
}

/// The first query, over and over again.
///
/// Forgetting what the one before it found is no part of it, and is not timed. The time is
/// that of the processor: a scan of milliseconds is nearly always interrupted on a busy
/// machine, one of microseconds hardly ever, and the two are compared.
private func coldScan(of library: RecordLibrary, operations: Int = 1) -> Work {
  .timed(operationsPerIteration: operations) { iterations in
    var time: Duration = .zero
    for _ in 0..<iterations {
      SectionRegistry.forgetSnapshot()
      let start = processorTime()
      blackHole(SectionRegistry.records(of: RecordLibrary.kind))
      time += processorTime() - start
    }
    return time
  }
}

/// The time that the calling thread has run.
private func processorTime() -> Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// The least that reading and ordering so many records can come to: their ids
/// and one more word of each, sorted.
private func readingAndSorting(_ library: RecordLibrary) -> Work {
  .timed { iterations in
    let start = processorTime()
    for _ in 0..<iterations {
      var pairs: [(UInt64, UInt64)] = []
      pairs.reserveCapacity(library.count)
      for index in 0..<library.count {
        pairs.append((library.word(at: 32, ofRecord: index), library.word(at: 40, ofRecord: index)))
      }
      pairs.sort { $0 < $1 }
      blackHole(pairs)
    }
    return processorTime() - start
  }
}

private func copying(_ library: RecordLibrary) -> Work {
  .timed { iterations in
    let start = processorTime()
    var copy = [UInt8](repeating: 0, count: library.byteCount)
    for _ in 0..<iterations {
      library.copy(into: &copy)
      blackHole(copy)
    }
    return processorTime() - start
  }
}
