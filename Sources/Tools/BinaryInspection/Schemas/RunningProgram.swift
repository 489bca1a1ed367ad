import BinaryRecords
import CCompilerIndex
import Declarations
import TaskPlanning

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension InspectedProgram {
  /// The reason why a program does not answer a question about its jobs.
  package struct NoAnswer: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence that suggests a fix, without a period.
    package let description: String

    fileprivate init(_ description: String) { self.description = description }
  }

  /// The parts of a question about the jobs of a program.
  package struct Question: Sendable {
    /// `true` if the program describes the types of payloads and results.
    package var describesTypes = false
    /// The stored payloads to decode.
    package var payloads: [(job: String, json: String)] = []

    package init(describingTypes: Bool = false, payloads: [(job: String, json: String)] = []) {
      describesTypes = describingTypes
      self.payloads = payloads
    }
  }

  /// The answers of a program.
  package struct Answers: Sendable {
    /// The form of a type, as its code shows.
    enum Form: Sendable, Hashable {
      case object([Field])
      case cases([Case])
      case rawValues(type: String, [String])
      case single(type: String)
      case opaque(String)
      case unobserved(String)
    }

    /// A case of an enumeration.
    struct Case: Sendable, Hashable {
      let key: String
      var fields: [Field]
    }

    /// A member of an encoded object.
    struct Field: Sendable, Hashable {
      let key: String
      /// The qualified name of the type, without the optional around it.
      let type: String
      /// `true` if values without the member can be read.
      let isOptional: Bool
      /// `true` if the member is always written.
      let isAlwaysWritten: Bool
    }

    /// The types of jobs, by their names.
    fileprivate(set) var jobs: [String: (payload: String, result: String?)] = [:]
    /// The forms of types, by their names as the program has them.
    fileprivate(set) var forms: [String: Form] = [:]
    /// The reasons why payloads could not be decoded, by their positions in the question.
    package fileprivate(set) var unreadable: [Int: String] = [:]
  }

  /// The maximum time for an answer, and the maximum number of types that may end the program.
  private static let (patience, mostCrashes): (Int32, Int) = (30_000, 16)
  private static let largestReply = 256 << 20

  /// Starts the program, which answers a question about its jobs instead of running.
  ///
  /// The file proves that the program has the code for this before it starts. It runs its
  /// declarations for the time before `main`, and exits before `main`.
  ///
  /// - Throws: An error if the program cannot answer, does not answer in time, or crashes.
  package func ask(_ question: Question) throws(NoAnswer) -> Answers {
    guard let file = files.first, file.images.contains(where: { $0.traits.form == .executable })
    else {
      throw NoAnswer("the file is no program")
    }
    guard records.contains(where: { $0.kind == .lifecycleListener && $0.module == "TaskStore" })
    else {
      throw NoAnswer(
        """
        '\(file.path)' cannot answer, because it contains no TaskStore, or one of an earlier \
        release; '--libraries' also reads its libraries
        """)
    }
    let libraries = file.images.flatMap(\.traits.neededLibraries)
    guard libraries.contains(where: { $0.contains("libswiftCore.") }) else {
      throw NoAnswer(
        """
        '\(file.path)' cannot answer before main, because it contains Swift's libraries; build it \
        without '-static-stdlib'
        """)
    }
    var crashed: [String: String] = [:]
    while true {
      let lines = question.lines(skipping: crashed.keys.sorted())
      let reply = try Self.ask(lines, path: file.path)
      guard let end = reply.end else {
        var answers = Answers(reply.lines)
        for (type, reason) in crashed { answers.forms[type] = .unobserved(reason) }
        return answers
      }
      // The code of a type may crash for a sample. The other types have answers nevertheless.
      guard let type = reply.pendingType, crashed.count < Self.mostCrashes else {
        throw NoAnswer("'\(file.path)' \(end)")
      }
      crashed[type] = "its code \(end)"
    }
  }

  /// The reply of a process.
  private struct Reply {
    var lines: [[String]] = []
    /// The reason why the reply is incomplete, as a predicate.
    var end: String?

    /// The type whose code ran last, if it has no result.
    var pendingType: String? {
      guard let last = lines.last, last.first == "started", last.count == 2 else { return nil }
      return last[1]
    }
  }

  private static func ask(_ question: [[String]], path: String) throws(NoAnswer) -> Reply {
    var (descriptor, process): (Int32, pid_t) = (-1, 0)
    let status = unsafe reading_process_ask(
      path, "\(JobQuestion.variable)=\(JobQuestion.version)", &descriptor, &process)
    guard status == 0 else {
      throw NoAnswer("'\(path)' cannot start: \(unsafe String(cString: strerror(status)))")
    }
    let encoder = JSONEncoder()
    var bytes = question.compactMap { try? encoder.encode($0) }.flatMap { $0 + [newline] }
    // A process that does not read the question does not answer it either.
    _ = unsafe bytes.withUnsafeBytes {
      unsafe reading_process_send(descriptor, $0.baseAddress, $0.count)
    }
    bytes = []
    var isLate = false
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < largestReply {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe reading_process_receive(descriptor, $0.baseAddress, $0.count, patience)
      }
      guard count > 0 else {
        isLate = count < 0
        break
      }
      bytes += chunk[..<count]
    }
    let signal = reading_process_stop(descriptor, process)
    var reply = Reply()
    for line in bytes.split(separator: newline) {
      guard let words = try? JSONDecoder().decode([String].self, from: Data(line)) else { break }
      if words == ["end"] { return reply }
      reply.lines.append(words)
    }
    reply.end =
      if isLate {
        "does not answer within \(patience / 1_000) s"
      } else if signal != 0 {
        "crashes by signal \(signal)"
      } else {
        "ends without an answer"
      }
    return reply
  }

  private static let newline = UInt8(ascii: "\n")
}

extension InspectedProgram.Question {
  fileprivate func lines(skipping types: [String]) -> [[String]] {
    (describesTypes ? [["describe"]] : []) + types.map { ["skip", $0] }
      + payloads.map { ["read", $0.job, $0.json] } + [["end"]]
  }
}

extension InspectedProgram.Answers {
  /// Reads the lines of a reply.
  ///
  /// Lines that are unknown, or that have other words, are ignored.
  init(_ lines: [[String]]) {
    var type = ""
    for line in lines {
      switch (line.first, line.count) {
      case ("job", 3): jobs[line[1]] = (line[2], nil)
      case ("job", 4): jobs[line[1]] = (line[2], line[3])
      case ("unreadable", 3): Int(line[1]).map { unreadable[$0] = line[2] }
      case ("type", 3...):
        type = line[1]
        forms[type] = JobQuestion.Form(rawValue: line[2])
          .flatMap { Self.form($0, Array(line[3...])) }
      case ("case", 2):
        if case .cases(let cases) = forms[type] {
          forms[type] = .cases(cases + [Case(key: line[1], fields: [])])
        }
      case ("field", 5): add(Field(line), to: type)
      default: break
      }
    }
  }

  private static func form(_ form: JobQuestion.Form, _ words: [String]) -> Form? {
    switch (form, words.count) {
    case (.object, 0): .object([])
    case (.cases, 0): .cases([])
    case (.rawValues, 1...): .rawValues(type: words[0], Array(words[1...]))
    case (.single, 1): .single(type: words[0])
    case (.opaque, 1): .opaque(words[0])
    case (.unobserved, 1): .unobserved(words[0])
    default: nil
    }
  }

  private mutating func add(_ field: Field, to type: String) {
    switch forms[type] {
    case .object(let fields): forms[type] = .object(fields + [field])
    case .cases(var cases) where !cases.isEmpty:
      cases[cases.count - 1].fields.append(field)
      forms[type] = .cases(cases)
    default: break
    }
  }
}

extension InspectedProgram.Answers.Field {
  /// Reads a line of five words.
  fileprivate init(_ line: [String]) {
    self.init(
      key: line[1], type: line[2], isOptional: line[3] == "optional",
      isAlwaysWritten: line[4] == "always")
  }
}
