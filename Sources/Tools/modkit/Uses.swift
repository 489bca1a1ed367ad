import BinaryInspection
import BinaryRecords
import CommandLineKit
import Dispatch
import ModuleGraph
import SourceInspection
import Synchronization

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
      The compiler's index of the uses in code, or 'none' for records only (default: the index \
      beside the program).
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

  /// Returns the graphs of programs with the uses in their code, which it builds at the same time.
  func graphs(of programs: [InspectedProgram]) throws -> [ModuleGraph] {
    let uses = try programs.map { try self.uses(in: $0) }
    let graphs = Mutex<[Int: ModuleGraph]>([:])
    DispatchQueue.concurrentPerform(iterations: programs.count) { index in
      let graph = programs[index].graph(uses: uses[index])
      graphs.withLock { $0[index] = graph }
    }
    let built = graphs.withLock { $0 }
    return programs.indices.map { built[$0]! }
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
