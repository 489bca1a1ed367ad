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

  /// Reads the builds of a program at the same time, with the uses in their code.
  ///
  /// The graphs have no problems.
  func builds(at paths: [String]) throws -> [(graph: ModuleGraph, schemas: DataSchemas)] {
    let programs = try concurrently(paths) { path in
      Result { try InspectedProgram(paths: [path], includingLibraries: arguments.has(.libraries)) }
    }.map { try $0.get() }
    let uses = try programs.map { try self.uses(in: $0) }
    return concurrently(programs.indices) { index in
      (programs[index].graph(uses: uses[index], omittingProblems: true), programs[index].schemas())
    }
  }

  /// Returns the results of a function, which runs for all elements at the same time.
  private func concurrently<Element: Sendable, Value: Sendable>(
    _ elements: some Sequence<Element>, _ body: @Sendable (Element) -> Value
  ) -> [Value] {
    let elements = Array(elements)
    let values = Mutex<[Int: Value]>([:])
    DispatchQueue.concurrentPerform(iterations: elements.count) { index in
      let value = body(elements[index])
      values.withLock { $0[index] = value }
    }
    return values.withLock { values in elements.indices.map { values[$0]! } }
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
