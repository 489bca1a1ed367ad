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
  /// Reads the text of a source at a path.
  package typealias Parsing = @Sendable (_ path: String, _ text: String) -> ParsedSource

  private let parse: Parsing
  private let cache = Mutex(IndexCache())

  /// Creates a reader.
  ///
  /// - Parameter parse: Reads a source; called without a lock held, and from several threads.
  package init(parse: @escaping Parsing = { ParsedSource($1) }) {
    self.parse = parse
  }

  /// Reads the uses of a program.
  ///
  /// Units, records and sources that cannot be read are gaps of the result. The call waits for
  /// other threads, which parse sources: a task makes it on a queue, as the threads of tasks must
  /// not wait.
  ///
  /// - Parameters:
  ///   - request: The program.
  ///   - parse: Reads the sources of this reading; by default like any.
  /// - Returns: The uses, with what is not known of them.
  package func read(_ request: UseRequest, parse: Parsing? = nil) -> ProgramUses {
    var reading = UseReading(cache: cache.withLock { $0 }, parse: parse ?? self.parse)
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

/// The uses in the code of a program, and the files that have them.
package struct ProgramUses: Sendable, Codable {
  /// The uses, in the order of files and lines.
  package var uses: [ModuleGraph.Use] = []
  /// The path of each source by its `fileID`, such as `Cart/Badge.swift`.
  package var paths: [String: String] = [:]
  /// The constants that stand for names, by the `fileID` of their source.
  package var constants: [String: [SourceConstant]] = [:]
  /// The ranges of the types that name tasks and jobs, as the index has them: by the id of the node,
  /// and by the `fileID` of the source.
  package var typeNames: [ModuleGraph.Node.ID: [String: [TextRange]]] = [:]
  /// A Boolean value that indicates whether the uses were looked at: there are an index and a
  /// library that reads it.
  package var areKnown = false
  /// The reasons for which some uses are not known, as sentences.
  package var gaps: [String] = []

  package init() {}
}
