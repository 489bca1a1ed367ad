package import ModuleGraph
import Synchronization

/// Reads the uses in the code of a program, again and again.
///
/// A language server reads after each build: units, records and sources that have not changed
/// since the reading before are not read again.
///
/// - Concurrency: May be used from any thread. Readings at the same time share nothing but what
///   was kept before them.
package final class UseReader: Sendable {
  private let outline: @Sendable (String) -> SourceOutline
  private let cache = Mutex(IndexCache())

  /// Creates a reader.
  ///
  /// - Parameter outline: Reads a source; called without a lock held, and from several threads.
  package init(
    outline: @escaping @Sendable (String) -> SourceOutline = { SourceFile(text: $0).outline }
  ) {
    self.outline = outline
  }

  /// Reads the uses of a program.
  ///
  /// Units, records and sources that cannot be read are gaps of the result. The call waits for
  /// other threads, which parse sources: a task makes it on a queue, as the threads of tasks must
  /// not wait.
  package func read(_ request: UseRequest) -> ProgramUses {
    var reading = UseReading(cache: cache.withLock { $0 }, outline: outline)
    do throws(IndexError) {
      try reading.read(request)
      reading.areKnown = true
    } catch {
      reading.gaps.append("Uses were not looked at: \(error)")
    }
    let kept = reading.cache
    cache.withLock { $0 = kept }
    return reading.result
  }
}

extension ProgramUses {
  /// Reads the uses of a program once.
  ///
  /// - Parameters:
  ///   - request: The program.
  ///   - outline: Reads a source; called from several threads.
  package init(
    of request: UseRequest,
    outline: @escaping @Sendable (String) -> SourceOutline = { SourceFile(text: $0).outline }
  ) {
    self = UseReader(outline: outline).read(request)
  }
}

/// The uses in the code of a program, and the files that have them.
package struct ProgramUses: Sendable {
  /// The uses, in the order of files and lines.
  package var uses: [ModuleGraph.Use] = []
  /// The path of each source by its `fileID`, such as `Cart/Badge.swift`.
  package var paths: [String: String] = [:]
  /// The constants that stand for names, by the `fileID` of their source.
  package var constants: [String: [SourceConstant]] = [:]
  /// A Boolean value that indicates whether the uses were looked at: there are an index and a
  /// library that reads it.
  package var areKnown = false
  /// The reasons for which some uses are not known, as sentences.
  package var gaps: [String] = []

  package init() {}
}
