import Foundation
import ProcessLifecycle
import TaskPlanning

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A ``JobQuestion`` for the form of a payload, which a program answers before `main`.
///
/// On Apple's platforms, declared code does not run before `main`. A second process could open the
/// stores of the app there before it answers, so no process is started.
package struct FormQuestion: Sendable {
  /// The path of the program, or `nil` for the program of this process.
  var path: String?
  var timeLimit: Duration

  package init(path: String? = nil, timeLimit: Duration = .seconds(10)) {
    self.path = path
    self.timeLimit = timeLimit
  }

  /// Starts the program, and waits for its answer.
  package func ask(_ job: String) -> Result<PayloadForms.Form, PayloadForms.NoForm> {
    Result { () throws(PayloadForms.NoForm) in
      let (lines, end) = try lines(of: [["form", job], ["end"]])
      if let line = lines.last(where: { $0.prefix(2) == ["form", job] }) {
        guard line.count > 2 else {
          throw .init(
            """
            the job '\(job)' is unknown in a new process, because it was added at run time or by \
            a library that was loaded later
            """)
        }
        return PayloadForms.Form(json: line[2], note: line.count > 3 ? line[3] : nil)
      }
      guard let line = lines.last, line.count == 2, line[0] == "started" else {
        throw .init("the program, started to describe the job '\(job)', \(end)")
      }
      throw .init("the code of '\(line[1])' \(end) for a sample")
    }
  }

  #if os(Linux)
    /// Returns the lines of the answer, and how the process ended, as a predicate.
    private func lines(
      of question: [[String]]
    ) throws(PayloadForms.NoForm) -> (lines: [[String]], end: String) {
      guard path != nil || ProcessLifecycle.canRunBeforeMain else {
        throw .init(
          """
          the program was built with '-static-stdlib', so that it describes no payloads before main
          """)
      }
      do {
        let (own, other) = try Self.connectedSockets()
        let process = Process()
        // The link leads to the file even after a build replaced it.
        process.executableURL = URL(filePath: path ?? "/proc/self/exe")
        process.environment = ProcessInfo.processInfo.environment.merging(
          // A crash is reported in a sentence.
          [JobQuestion.variable: JobQuestion.version, "SWIFT_BACKTRACE": "enable=no"]
        ) { $1 }
        process.standardInput = other
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // The question fits in the buffer of the socket, so the process need not run for that.
        try own.write(
          contentsOf: Data(question.map { JobJSON.list($0) + "\n" }.joined().utf8))
        try process.run()
        try other.close()
        let (bytes, isLate) = read(own.fileDescriptor)
        // It also ends if it closed the socket without an answer. The status of a crash stays.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        let end =
          if isLate {
            "does not answer within \(timeLimit)"
          } else if process.terminationReason == .uncaughtSignal,
            process.terminationStatus != SIGKILL
          {
            "crashes by signal \(process.terminationStatus)"
          } else {
            "ends without an answer"
          }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
          .compactMap { try? JobJSON.value(String(decoding: $0, as: UTF8.self), as: [String].self) }
        return (lines, end)
      } catch {
        throw .init("the program cannot start a second time: \(error)")
      }
    }

    private static func connectedSockets() throws -> (own: FileHandle, other: FileHandle) {
      var ends: (Int32, Int32) = (-1, -1)
      let status = unsafe withUnsafeMutableBytes(of: &ends) { ends in
        unsafe socketpair(
          AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0,
          ends.assumingMemoryBound(to: Int32.self).baseAddress)
      }
      guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return (
        FileHandle(fileDescriptor: ends.0, closeOnDealloc: true),
        FileHandle(fileDescriptor: ends.1, closeOnDealloc: true)
      )
    }

    /// Reads until the other side closes the socket, or until the time limit.
    private func read(_ descriptor: Int32) -> (bytes: [UInt8], isLate: Bool) {
      let deadline = ContinuousClock.now + timeLimit
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let rest = max(.zero, deadline - .now)
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        switch unsafe poll(&request, 1, Int32(rest / .milliseconds(1)) + 1) {
        case 0: return (bytes, true)
        case 1:
          let count = unsafe chunk.withUnsafeMutableBytes {
            unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
          }
          guard count > 0 else { return (bytes, false) }
          bytes += chunk[..<count]
        default: continue
        }
      }
    }
  #else
    private func lines(
      of question: [[String]]
    ) throws(PayloadForms.NoForm) -> (lines: [[String]], end: String) {
      throw .init("this platform runs no declared code before main, which could describe payloads")
    }
  #endif
}
