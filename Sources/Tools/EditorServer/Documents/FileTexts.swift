import SourceInspection
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The texts of files that are not open, which are needed to convert ranges in them.
///
/// - Concurrency: Can be used from any thread.
final class FileTexts: Sendable {
  private struct Entry {
    let stamp: FileStamp
    let lines: LineTable
    let text: String
    var lastUse: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var useCount = 0
  }

  /// The maximum number of stored texts.
  private let limit: Int
  private let state = Mutex(State())

  /// Parses a text.
  let parse: SourceParsing

  init(limit: Int = 128, parse: @escaping SourceParsing = { ParsedSource($0, isPart: $1) }) {
    self.limit = limit
    self.parse = parse
  }

  /// Returns the text of a file, or `nil` if it is not readable.
  func text(of path: String) -> String? { entry(of: path)?.text }

  /// Returns the lines of a file, or `nil` if it is not readable.
  func lines(of path: String) -> LineTable? { entry(of: path)?.lines }

  private func entry(of path: String) -> Entry? {
    guard let stamp = FileStamp(path: path) else { return nil }
    if let known = known(path, stamp) { return known }
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    let entry = Entry(stamp: stamp, lines: LineTable(text), text: text, lastUse: 0)
    keep(entry, path)
    return entry
  }

  private func known(_ path: String, _ stamp: FileStamp) -> Entry? {
    state.withLock { state in
      guard let entry = state.entries[path], entry.stamp == stamp else { return nil }
      state.useCount += 1
      state.entries[path]?.lastUse = state.useCount
      return entry
    }
  }

  private func keep(_ entry: Entry, _ path: String) {
    state.withLock { state in
      if state.entries.count >= limit,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.entries[oldest.key] = nil
      }
      state.useCount += 1
      state.entries[path] = entry
      state.entries[path]?.lastUse = state.useCount
    }
  }
}
