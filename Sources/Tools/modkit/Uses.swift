import BinaryInspection
import BinaryRecords
import CommandLineKit
import ModuleGraph
import SourceInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CommandOption {
  /// The index of the uses in code.
  static let uses = CommandOption(
    name: "uses", value: "index",
    summary: """
      The compiler's index, for the uses in code, or 'none' for records only; that beside the \
      program unless it says otherwise.
      """)

  /// The value of `--uses` for records only.
  fileprivate static let withoutUses = "none"
}

extension Invocation {
  /// Returns the graph of a program with the uses in its code.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - moment: The time at which the program runs, or `nil` if the clock does not matter.
  /// - Returns: The graph.
  /// - Throws: A `Failure` if the index in `--uses` is not readable.
  func graph(of program: InspectedProgram, at moment: Date? = nil) throws(Failure) -> ModuleGraph {
    program.graph(at: moment, uses: try uses(in: program))
  }

  /// Returns the uses in the code of a program, or `nil` if they are not requested.
  private func uses(in program: InspectedProgram) throws(Failure) -> [ModuleGraph.Use]? {
    let store = arguments.value(.uses)
    let paths = program.files.map(\.path)
    // A program that was only copied to its place has no index.
    guard store != CommandOption.withoutUses,
      store != nil || paths.contains(where: { ProgramFiles.indexStore(of: $0) != nil })
    else { return nil }
    let uses = ReadingProcess().read(
      UseRequest(programs: paths, modules: Set(program.records.map(\.module)), store: store))
    guard uses.areKnown else {
      let reason = uses.gaps.joined(separator: " ")
      if store != nil { throw Failure(code: .unreadable, message: reason) }
      note(reason)
      return nil
    }
    for gap in uses.gaps { note(gap) }
    return uses.uses
  }
}
