import Foundation
import ProcessLifecycle
import SectionRegistry
import TaskPlanning

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The program exits before its first task if `modkit` asks for its jobs.
#record("life", key: "premain", as: LifecycleDeclaration.self) {
  .beforeMain {
    guard let version = unsafe getenv(JobQuestion.variable) else { return }
    JobQuestion.answerAndExit(inVersion: unsafe String(cString: version))
  }
}

extension JobQuestion {
  /// Answers the question on standard input, and exits.
  ///
  /// Does nothing if standard input is not a socket, because the variable then reached the program
  /// by mistake.
  fileprivate static func answerAndExit(inVersion version: String) {
    var status = stat()
    guard unsafe fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      return
    }
    guard version == self.version else { _exit(65) }
    let question = question()
    if question.contains(where: { $0.first == "form" }) { endWithinMinute() }
    answer(question, DeclaredJobs.handlers) { send($0) }
    _exit(0)
  }

  /// Ends the process after a minute, because a decoder may take forever, and the app that waits for
  /// it may end first.
  private static func endWithinMinute() {
    // The thread that started this process may block the signal, and the app may ignore it.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGALRM)
    unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGALRM, SIG_DFL)
    alarm(60)
  }

  /// Reports the lines of the answer.
  static func answer(
    _ question: [[String]], _ handlers: [String: JobHandler], _ report: ([String]) -> Void
  ) {
    func arguments(_ word: String) -> [[String]] {
      question.filter { $0.first == word }.map { Array($0.dropFirst()) }
    }
    if !arguments("describe").isEmpty {
      var forms = TypeForms(skipped: Set(arguments("skip").joined()))
      for handler in handlers.values.sorted(by: { $0.name < $1.name }) {
        let result = handler.result.map { [forms.add($0)] } ?? []
        report(["job", handler.name, forms.add(handler.payload)] + result)
      }
      forms.describe(report)
    }
    let byStoredName = JobHandlers.withFormerNames(handlers)
    for (position, payload) in arguments("read").enumerated() where payload.count == 2 {
      let handler = byStoredName[payload[0]]
      let reason = handler == nil ? "its job is not declared" : handler?.problem(payload[1])
      if let reason { report(["unreadable", "\(position)", reason]) }
    }
    for name in arguments("form").compactMap(\.first) {
      guard let payload = byStoredName[name]?.payload ?? _typeByName(name) else {
        report(["form", name])
        continue
      }
      let form = PayloadForm(payload) { report(["started", $0]) }
      report(["form", name, form.json] + (form.note.map { [$0] } ?? []))
    }
    report(["end"])
  }

  // MARK: The socket

  /// Reads the lines of the question.
  private static func question() -> [[String]] {
    var lines: [[String]] = []
    var rest: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while lines.last != ["end"] {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      // The tool has ended, or sends another format.
      guard count > 0 else { _exit(65) }
      rest += chunk[..<count]
      var parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      rest = parts.popLast().map { Array($0) } ?? []
      for part in parts {
        guard let line = try? JSONDecoder().decode([String].self, from: Data(part)) else {
          _exit(65)
        }
        lines.append(line)
      }
    }
    return lines
  }

  private static func send(_ line: [String]) {
    var rest = Array(JobJSON.list(line).utf8)[...]
    rest.append(UInt8(ascii: "\n"))
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      // The tool has stopped waiting for the answer.
      guard count > 0 else { _exit(74) }
      rest = rest.dropFirst(count)
    }
  }
}

extension JobHandler {
  /// Returns the reason why a payload cannot be decoded, as a sentence without values.
  fileprivate func problem(_ json: String) -> String? {
    do {
      _ = try read(json)
      return nil
    } catch {
      return Self.reason(of: (error as? UnfitJSON)?.reason ?? error)
    }
  }

  private static func reason(of error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): "\(path(context.codingPath + [key])) is missing"
    case .typeMismatch(let type, let context):
      "\(path(context.codingPath)) is not read as \(type)"
    case .valueNotFound(let type, let context):
      "\(path(context.codingPath)) is null, and not read as \(type)"
    case .dataCorrupted(let context): "\(path(context.codingPath)) is not valid"
    default: "its own code throws \(type(of: error))"
    }
  }

  /// Returns the keys that lead to a member, without keys that are data.
  private static func path(_ keys: [any CodingKey]) -> String {
    let text = keys.reduce(into: "") { text, key in
      if type(of: key).allStrings != nil {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      } else {
        text += "[]"
      }
    }
    return text.isEmpty ? "the value" : "'\(text)'"
  }
}
