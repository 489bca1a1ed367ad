package import ModuleGraph
import Synchronization

/// Reads the uses in the code of a program, with a cache between readings.
///
/// A language server reads after each build. Units, records and sources that have not changed since
/// the previous reading are taken from the cache.
///
/// - Concurrency: May be used from any thread. Each reading works on its own copy of the cache. If
///   readings overlap, the last to finish stores its copy.
package final class UseReader: Sendable {
  /// A function that parses the text of the source at a path.
  package typealias Parsing = @Sendable (_ path: String, _ text: String) -> ParsedSource

  private let parse: Parsing
  private let cache = Mutex(IndexCache())

  /// Creates a reader.
  ///
  /// - Parameter parse: Parses a source. It is called from several threads at a time, without a
  ///   lock held.
  package init(parse: @escaping Parsing = { ParsedSource($1) }) {
    self.parse = parse
  }

  /// Reads the uses of a program.
  ///
  /// The result lists units, records and sources that cannot be read as gaps. The call blocks until
  /// other threads have parsed the sources, so call it from a dispatch queue rather than directly
  /// in a task.
  ///
  /// - Parameters:
  ///   - request: The program.
  ///   - parse: Parses the sources of this reading, or `nil` for the function that the reader was
  ///     created with.
  /// - Returns: The uses, and the gaps in them.
  package func read(_ request: UseRequest, parse: Parsing? = nil) -> ProgramUses {
    var reading = UseReading(cache: cache.withLock { $0 }, parse: parse ?? self.parse)
    do throws(IndexError) {
      try reading.read(request)
      reading.areKnown = true
    } catch {
      reading.gaps.append("Uses were not read: \(error)")
    }
    let kept = reading.cache
    cache.withLock { $0 = kept }
    return reading.result
  }
}

/// The uses in the code of a program, and the files that contain them.
package struct ProgramUses: Sendable, Codable {
  /// The uses, in the order of files and lines.
  package var uses: [ModuleGraph.Use] = []
  /// The path of each source by its `fileID`, such as `Cart/Badge.swift`.
  package var paths: [String: String] = [:]
  /// The constants that stand for names, by the `fileID` of their source.
  package var constants: [String: [SourceConstant]] = [:]
  /// The ranges in the index of the types that name tasks and jobs.
  ///
  /// They are grouped by the ID of the node, then by the `fileID` of the source.
  package var typeNames: [ModuleGraph.Node.ID: [String: [TextRange]]] = [:]
  /// A Boolean value that indicates whether the index could be read.
  ///
  /// If it is `false`, for example without an index store, `gaps` has the reason.
  package var areKnown = false
  /// The reasons why some uses are unknown, as sentences.
  package var gaps: [String] = []

  package init() {}
}
