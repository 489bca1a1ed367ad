package import ModuleGraph
import Spelling

/// A list of everything that a program exposes or runs on its own, as a file in a repository.
///
/// It contains the changes that a reviewer should notice: code before `main`, routes that can be
/// called from outside, tasks of the clock, jobs that a store may contain with the types of their
/// values, and the wires between modules. Each entry is a line without a source location, so moved
/// code does not change the file.
package struct SurfaceLock: Sendable, Hashable {
  /// A part of the file.
  enum Section: String, CaseIterable {
    case beforeMain = "code before main"
    case externalRoutes = "routes open to calls from outside"
    case schedules = "tasks that the clock runs"
    case jobs = "jobs that a store may hold"
    case storedTypes = "types of values that a store may hold"
    case wires = "wires between modules"
  }

  /// The default name of the file.
  package static let fileName = "modkit.lock"

  /// The entries of each section, in order.
  private let entries: [Section: [String]]

  /// The names of the jobs whose queues are unknown, so that the file does not contain them.
  package let jobsWithUnknownQueues: [String]

  /// Creates the list from a graph, and from the types of the values of the same program.
  package init(_ graph: ModuleGraph, schemas: DataSchemas = DataSchemas()) {
    var entries: [Section: [String]] = [:]
    for node in graph.nodes where node.certainty == .declared {
      guard let (section, facts) = Self.place(of: node, in: graph) else { continue }
      let detail = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
      entries[section, default: []].append(EscapedText.line(Self.name(of: node) + detail))
    }
    let types = schemas.storedLines
    if !types.isEmpty { entries[.storedTypes] = types.map(EscapedText.line) }
    self.entries = entries.mapValues { $0.sorted() }
    jobsWithUnknownQueues = graph.nodes.filter(\.hasUnknownQueue).map(\.name).sorted()
  }

  /// Returns the module and the title of a node, with which its entry starts.
  private static func name(of node: ModuleGraph.Node) -> String {
    (node.module.map { "\($0): " } ?? "") + title(of: node)
  }

  /// Returns the section of a node, and its entry.
  private static func place(
    of node: ModuleGraph.Node, in graph: ModuleGraph
  ) -> (Section, facts: [String])? {
    func value(_ name: String) -> String? {
      node.attributes.first { $0.name == name }.map { "\($0.value)" }
    }
    func facts(_ names: String...) -> [String] {
      names.compactMap { name in value(name).map { "\(name): \($0)" } }
    }
    switch node.kind {
    case .callback where ["load", "premain"].contains(value("event")):
      return (.beforeMain, facts("event"))
    case .route where value("access") == "external":
      return (.externalRoutes, facts("leadsTo", "condition"))
    case .task where timings.contains { value($0) != nil }:
      let times = facts("cron", "everySeconds", "every", "at", "repeat", "zone", "daylightSaving")
      let words = times.isEmpty ? facts("schedule") : times
      return (.schedules, words + (value("durable") == nil ? [] : ["durable"]))
    case .job: return (.jobs, facts("queue", "payload", "result"))
    case .wire where leadsOut(node, in: graph): return (.wires, facts("filtered", "mapped"))
    default: return nil
    }
  }

  /// The attributes of tasks of the clock.
  ///
  /// Each such task has one of them.
  private static let timings = ["cron", "everySeconds", "every", "at", "repeat", "schedule"]

  /// Returns the name of a node.
  ///
  /// Callbacks have no names, so the name of the file is used.
  private static func title(of node: ModuleGraph.Node) -> String {
    node.kind == .callback
      ? "callback in \(node.locations.first?.fileID ?? "?")" : node.name
  }

  /// Returns whether an end of a wire is in another module than the wire, or in an unknown one.
  private static func leadsOut(_ wire: ModuleGraph.Node, in graph: ModuleGraph) -> Bool {
    let ends =
      graph.edges(to: wire.id).filter { $0.kind == .wireFrom }.map(\.from)
      + graph.edges(from: wire.id).filter { $0.kind == .wireTo }.map(\.to)
    return ends.contains { graph.node($0)?.module != wire.module }
  }

  // MARK: - The file

  /// The text of the file.
  package var text: String {
    let head = """
      # What this program exposes and runs by itself. 'modkit lock' writes this file, and
      # 'modkit lock --check' fails if the program differs from it.
      """
    let sections = Section.allCases.compactMap { section -> String? in
      guard let lines = entries[section] else { return nil }
      return "\(section.rawValue)\n" + lines.map { "  \($0)" }.joined(separator: "\n")
    }
    return ([head] + sections).joined(separator: "\n\n") + "\n"
  }

  /// Compares the program with the text of a file.
  ///
  /// - Returns: A line for each entry that was removed or added, in the order of the file.
  package func differences(from text: String) -> [String] {
    let locked = Self.entries(of: text)
    let current = Self.entries(of: self.text)
    let titles = Section.allCases.map(\.rawValue)
    // A section that is unknown to this version counts as removed, too.
    let others = Set(locked.keys).subtracting(titles).sorted()
    return (titles + others).flatMap { title -> [String] in
      let (old, new) = (locked[title] ?? [], current[title] ?? [])
      return Self.lines(of: old, missingIn: new).map { "- \(title): \($0)" }
        + Self.lines(of: new, missingIn: old).map { "+ \(title): \($0)" }
    }
  }

  /// Returns the lines that another list lacks, in their order.
  ///
  /// `difference(from:)` takes time and memory in the square of the number of changes.
  private static func lines(of list: [String], missingIn other: [String]) -> [String] {
    var counts = Dictionary(other.map { ($0, 1) }, uniquingKeysWith: +)
    return list.filter { line in
      counts[line, default: 0] -= 1
      return counts[line, default: 0] < 0
    }
  }

  /// Returns the nodes of the surface whose names a file does not contain.
  ///
  /// A node with other facts than in the file, such as another time, is not new.
  package static func newNodes(
    in graph: ModuleGraph, since text: String
  ) -> Set<ModuleGraph.Node.ID> {
    let locked = entries(of: text)
    return Set(
      graph.nodes.filter { node in
        guard node.certainty == .declared, let (section, _) = place(of: node, in: graph) else {
          return false
        }
        let name = EscapedText.line(name(of: node))
        return !(locked[section.rawValue] ?? []).contains {
          $0 == name || $0.hasPrefix("\(name) (")
        }
      }.map(\.id))
  }

  /// Returns the lines of a text by the titles above them.
  private static func entries(of text: String) -> [String: [String]] {
    var entries: [String: [String]] = [:]
    var title = ""
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      if line.hasPrefix("  ") {
        entries[title, default: []].append(String(line.dropFirst(2)))
      } else {
        title = String(line)
      }
    }
    return entries.mapValues { $0.sorted() }
  }
}
