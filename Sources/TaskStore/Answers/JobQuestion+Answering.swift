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
    guard unsafe getenv(JobQuestion.variable) != nil else { return }
    JobQuestion.answerAndExit()
  }
}

extension JobQuestion {
  /// Answers the question on standard input, and exits.
  ///
  /// Does nothing if standard input is not a socket, because the variable then reached the program
  /// by mistake.
  fileprivate static func answerAndExit() {
    var status = stat()
    guard unsafe fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      return
    }
    do {
      let question = try JSONDecoder().decode(JobQuestion.self, from: Data(line()))
      question.answer(DeclaredJobs.handlers) { answer in send(answer) }
      _exit(0)
    } catch {
      _exit(65)
    }
  }

  /// Reports the answer.
  func answer(_ handlers: [String: JobHandler], _ report: (JobAnswer) -> Void) {
    if types {
      var forms = TypeForms(skipped: skipped)
      for handler in handlers.values.sorted(by: { $0.name < $1.name }) {
        report(
          .job(
            name: handler.name, payload: forms.add(handler.payload),
            result: handler.result.map { forms.add($0) }))
      }
      forms.describe(report)
    }
    let byStoredName = JobHandlers.withFormerNames(handlers)
    for (position, payload) in payloads.enumerated() {
      guard let reason = byStoredName[payload.job]?.problem(payload.json) else { continue }
      report(.unreadable(position: position, reason: reason))
    }
    report(.end)
  }

  // MARK: The socket

  private static func line() -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.last != UInt8(ascii: "\n") {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private static func send(_ answer: JobAnswer) {
    // The answer consists of strings and integers, which can always be encoded.
    guard var rest = (try? JSONEncoder().encode(answer)).map({ Array($0)[...] }) else { return }
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
      try read(json)
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
