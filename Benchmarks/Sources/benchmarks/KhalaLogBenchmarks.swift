import BenchmarkHarness
import Foundation
import Khala
import SectionRegistry
import Synchronization

// Beside lines of the same form in a buffer, which the end of the process would lose. A line is one
// allocation and one call of the system. The remaining allocations are those of new files.
#record("bnch", key: "Khala: line of the log") {
  Benchmark(targets: [.ratio(atMost: 1.2), .mallocs(atMost: 1.1)], countedIterations: 50_000) {
    let folder = try emptyFolder()
    let log = KhalaLog(configuration: KhalaLogConfiguration(folder: folder))
    log.isEnabled = true
    log.flush()
    // The first line of a file may wait for the disk, which would spoil the choice of iterations.
    log.write(url: "kl://SwiftClass/double")
    let lines = BufferedLines(try namelessFile(in: folder))
    return Comparison(
      Work { iterations in
        let parameters: [String: Any] = ["test": "666"]
        for _ in 0..<iterations { log.write(url: "kl://SwiftClass/double", parameters: parameters) }
      },
      baseline: Work { iterations in
        let parameters: [String: Any] = ["test": "666"]
        for _ in 0..<iterations {
          try lines.write(url: "kl://SwiftClass/double", parameters: parameters)
        }
      })
  }
}

/// The plainest log of such lines: time, URL and JSON are put together anew for each, and
/// written when there are enough of them.
private final class BufferedLines: Sendable {
  private struct State {
    var file: FileHandle
    var buffer: [UInt8] = []
  }

  private static let capacity = 1 << 16

  private let state: Mutex<State>

  init(_ file: sending FileHandle) {
    state = Mutex(State(file: file))
  }

  func write(url: String, parameters: [String: Any]) throws {
    var line = Self.timestamp()
    line.append(contentsOf: "  \(url)  {".utf8)
    for (number, parameter) in parameters.sorted(by: { $0.key < $1.key }).enumerated() {
      if number > 0 { line.append(UInt8(ascii: ",")) }
      Self.append(string: parameter.key, to: &line)
      line.append(UInt8(ascii: ":"))
      Self.append(string: "\(parameter.value)", to: &line)
    }
    line.append(contentsOf: "}\n".utf8)
    try state.withLock { state in
      state.buffer += line
      guard state.buffer.count >= Self.capacity else { return }
      try state.file.write(contentsOf: state.buffer)
      state.buffer.removeAll(keepingCapacity: true)
    }
  }

  /// The current second in UTC.
  private static func timestamp() -> [UInt8] {
    var seconds = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    return unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      count = unsafe buffer.withMemoryRebound(to: CChar.self) {
        unsafe strftime($0.baseAddress, $0.count, "%Y-%m-%d %H:%M:%S", &parts)
      }
    }
  }

  private static func append(string: String, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: line += String(format: "\\u%04x", byte).utf8
      default: line.append(byte)
      }
    }
    line.append(UInt8(ascii: "\""))
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
