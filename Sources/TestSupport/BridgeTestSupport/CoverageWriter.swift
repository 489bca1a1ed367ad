import Bridge
import Foundation
import Khala
import ModuleGraph
import Pharos
import RecordFormat
import Synchronization
import Testing
import ToolkitTrace

/// Writes which declarations each test exercises, for `modkit coverage`.
///
/// It receives the spans of the process. The first span of a test for a declaration becomes a line
/// of a file, which is written at once, so that a crash loses no line. Spans have names and no
/// source locations, so the declarations are found in the graph and in the products.
///
/// Tests run at the same time, and the fresh state of a span tells its test. `Test.current` does
/// not, because schedules, workers of jobs and queues run outside of the task of the test.
///
/// - Concurrency: May be used from any thread. A lock is held while a line is written.
final class CoverageWriter: TraceSink {
  /// The writer of the process, or `nil` if the environment names no folder.
  static let process: Result<CoverageWriter, any Error>? =
    ProcessInfo.processInfo.environment[ExercisedDeclaration.variable].map { folder in
      Result {
        let writer = try CoverageWriter(inFolder: folder)
        Trace.attach(writer)
        return writer
      }
    }

  /// The test of a fresh state.
  private final class CoveredTest: Sendable {
    let test: ExercisedDeclaration.Test
    /// The writer of its lines, because tests of this type have writers of their own.
    let writer: CoverageWriter

    init(_ test: ExercisedDeclaration.Test, of writer: CoverageWriter) {
      self.test = test
      self.writer = writer
    }
  }

  /// The test of the calling code, or `nil` if it does not belong to a test of this writer.
  private var currentTest: ExercisedDeclaration.Test? {
    guard let covered = FreshStates.state(of: CoveredTest.self), covered.writer === self else {
      return nil
    }
    return covered.test
  }

  /// The name of a span in a test.
  private struct Sighting: Hashable {
    let kind: TraceKind
    let name: String
    let module: String
    let test: ExercisedDeclaration.Test
  }

  private struct State {
    let file: FileHandle
    var seen: Set<Sighting> = []
    var written: Set<ExercisedDeclaration> = []
    var failure: (any Error)?
  }

  private let state: Mutex<State>
  private let nodes: [ModuleGraph.Node]

  /// Creates a file for this process.
  init(inFolder folder: String) throws {
    let url = URL(filePath: folder, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    // A process may have the identifier of an earlier one.
    let name = "\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
    let path = url.appending(path: "\(name).\(ExercisedDeclaration.fileExtension)")
    try Data().write(to: path)
    state = Mutex(State(file: try FileHandle(forWritingTo: path)))
    nodes = Bridge.declaredGraph.nodes.filter { $0.certainty == .declared }
  }

  // MARK: - Tests

  /// Runs a test whose fresh state `scope` creates.
  ///
  /// - Throws: The errors of the test, and the error of a file that cannot be written.
  func cover(_ test: Test, in scope: () async throws -> Void) async throws {
    let recording = TraceRecording.begin()
    defer { recording.end() }
    let covered = CoveredTest(ExercisedDeclaration.Test(test), of: self)
    try await FreshStates.with(covered) { try await scope() }
    if let failure = state.withLock(\.failure) { throw failure }
  }

  /// Notes the relays of the calling code's state, because a relay that is set has no span.
  func noteRelays() {
    guard let test = currentTest else { return }
    let keys = Set(SharedRelays.keys)
    write(nodes.filter { $0.kind == .relay && keys.contains($0.name) }, of: test)
  }

  // MARK: - Spans

  func receive(_ span: TraceSpan) {
    guard let test = currentTest else { return }
    let sighting = Sighting(kind: span.kind, name: span.name, module: span.module, test: test)
    // The event itself, whose name a callback may have, usually has no cause.
    guard span.kind != .event || span.cause != nil,
      state.withLock({ $0.seen.insert(sighting).inserted })
    else { return }
    write(declarations(of: span), of: test)
  }

  /// Returns the declarations whose code or value a span shows.
  private func declarations(of span: TraceSpan) -> [ModuleGraph.Node] {
    switch span.kind {
    case .event: nodes.filter { $0.kind == .callback && isCode($0, of: span) }
    case .task: nodes.filter { $0.kind == .task && isNamed($0, as: span) }
    case .job: nodes.filter { $0.kind == .job && isNamed($0, as: span) }
    case .relay:
      nodes.filter {
        $0.kind == .observer && isCode($0, of: span)
          || $0.kind == .relay && $0.name == span.name
      }
    case .wire:
      Bridge.wires.filter { $0.isDeclared && $0.name == span.name && $0.module == span.module }
        .map { ModuleGraph.Node(kind: .wire, name: $0.name, locations: [$0.location]) }
    case .route:
      Khala.routes.routes.filter { route in
        guard route.kind != .runTime, let owner = route.className, let function = route.function
        else { return false }
        return "\(owner)/\(function.name)" == span.name
      }.map {
        ModuleGraph.Node(kind: .route, name: $0.url, locations: [$0.location].compactMap(\.self))
      }
    default: []
    }
  }

  private func isNamed(_ node: ModuleGraph.Node, as span: TraceSpan) -> Bool {
    node.module == span.module && node.name == span.name
  }

  /// Returns whether a span belongs to a closure or function, whose name is its own or its line.
  private func isCode(_ node: ModuleGraph.Node, of span: TraceSpan) -> Bool {
    guard node.module == span.module else { return false }
    return node.name == span.name
      || node.locations.contains { "\($0.file):\($0.line)" == span.name }
  }

  // MARK: - Lines

  private func write(_ nodes: [ModuleGraph.Node], of test: ExercisedDeclaration.Test) {
    let exercised = nodes.flatMap { node in
      node.locations.map {
        ExercisedDeclaration(kind: node.kind, name: node.name, location: $0, test: test)
      }
    }
    state.withLock { state in
      for one in exercised where state.written.insert(one).inserted {
        do {
          try state.file.write(contentsOf: Data((one.line + "\n").utf8))
        } catch {
          state.failure = error
        }
      }
    }
  }
}

extension ExercisedDeclaration.Test {
  fileprivate init(_ test: Test) {
    let location = test.sourceLocation
    self.init(
      name: test.displayName ?? test.name, file: location.fileID, line: location.line)
  }
}
