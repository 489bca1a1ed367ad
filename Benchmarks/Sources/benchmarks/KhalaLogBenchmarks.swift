import BenchmarkHarness
import Foundation
import Khala
import SectionRegistry

// Beside writing a line that is there already. A line is one allocation; the files
// that are begun now and then are the rest.
#record("bnch", key: "Khala: line of the log") {
  Benchmark(targets: [.ratio(atMost: 1), .mallocs(atMost: 1.1)], countedIterations: 50_000) {
    let folder = try emptyFolder()
    let log = KhalaLog(configuration: KhalaLogConfiguration(folder: folder))
    log.isEnabled = true
    log.flush()
    // The first line waits for room on the disk.
    log.write(url: "kl://SwiftClass/double")
    let handle = try namelessFile(in: folder)
    return Comparison(
      Work { iterations in
        let parameters: [String: Any] = ["test": "666"]
        for _ in 0..<iterations { log.write(url: "kl://SwiftClass/double", parameters: parameters) }
      },
      baseline: Work { iterations in
        let line = Data("2018-12-01 02:06:54  kl://SwiftClass/double  {\"test\":\"666\"}\n".utf8)
        for _ in 0..<iterations { try handle.write(contentsOf: line) }
      })
  }
}

/// A folder beside this program, without what earlier runs left in it.
private func emptyFolder() throws -> URL {
  let folder = try RecordLibrary.executableFolder().appending(path: "benchmark-log")
  if FileManager.default.fileExists(atPath: folder.path) {
    try FileManager.default.removeItem(at: folder)
  }
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

/// A file that goes away with this process.
private func namelessFile(in folder: URL) throws -> FileHandle {
  let file = folder.appending(path: "lines")
  try Data().write(to: file)
  let handle = try FileHandle(forWritingTo: file)
  try FileManager.default.removeItem(at: file)
  return handle
}
