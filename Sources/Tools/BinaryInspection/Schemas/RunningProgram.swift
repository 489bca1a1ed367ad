import BinaryRecords
import CCompilerIndex
import Declarations
package import TaskPlanning

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

  /// The answers of a program, and the types whose code ended it.
  package struct Answers: Sendable {
    package fileprivate(set) var lines: [JobAnswer] = []
    /// The reasons why the code of types has no result, by the names of the types.
    package fileprivate(set) var crashed: [String: String] = [:]
  }

  /// The maximum time for an answer, and the maximum number of types that may end the program.
  private static let (patience, mostCrashes): (Int32, Int) = (30_000, 16)

  /// Starts the program, which answers a question about its jobs instead of running.
  ///
  /// The file proves that the program has the code for this before it starts. It runs its
  /// declarations for the time before `main`, and exits before `main`.
  ///
  /// - Throws: An error if the program cannot answer, does not answer in time, or crashes.
  package func ask(_ question: JobQuestion) throws(NoAnswer) -> Answers {
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
    var question = question
    var answers = Answers()
    while true {
      let answer = try Self.ask(question, path: file.path)
      answers.lines += answer.lines
      guard let end = answer.end else { return answers }
      // The code of a type may crash for a sample. The other types have answers nevertheless.
      guard let type = answer.pendingType, answers.crashed.count < Self.mostCrashes else {
        throw NoAnswer("'\(file.path)' \(end)")
      }
      answers.crashed[type] = "its code \(end)"
      question.skipped.insert(type)
      answers.lines = []
    }
  }

  /// The answer of a process.
  private struct Answer {
    var lines: [JobAnswer] = []
    /// The type whose code ran last, if it has no result.
    var pendingType: String?
    /// The reason why the answer is incomplete, as a predicate.
    var end: String?
  }

  private static func ask(_ question: JobQuestion, path: String) throws(NoAnswer) -> Answer {
    var (descriptor, process): (Int32, pid_t) = (-1, 0)
    let status = unsafe reading_process_ask(
      path, "\(JobQuestion.variable)=\(JobQuestion.version)", &descriptor, &process)
    guard status == 0 else {
      throw NoAnswer("'\(path)' cannot start: \(unsafe String(cString: strerror(status)))")
    }
    var bytes: [UInt8] = []
    var isLate = false
    if var line = (try? JSONEncoder().encode(question)).map({ Array($0) }) {
      line.append(UInt8(ascii: "\n"))
      _ = unsafe line.withUnsafeBytes {
        unsafe reading_process_send(descriptor, $0.baseAddress, $0.count)
      }
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < 256 << 20 {
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
    var answer = Answer()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let item = try? JSONDecoder().decode(JobAnswer.self, from: Data(line)) else { break }
      switch item {
      case .end: return answer
      case .started(let type): answer.pendingType = type
      case .type:
        answer.pendingType = nil
        answer.lines.append(item)
      case .job, .unreadable: answer.lines.append(item)
      }
    }
    answer.end =
      if isLate {
        "does not answer within \(patience / 1_000) s"
      } else if signal != 0 {
        "crashes by signal \(signal)"
      } else {
        "ends without an answer"
      }
    return answer
  }
}
