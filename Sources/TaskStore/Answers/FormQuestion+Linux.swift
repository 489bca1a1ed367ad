#if os(Linux)

  import Foundation
  import ProcessLifecycle
  import TaskPlanning

  extension FormQuestion {
    /// Returns the lines of the answer, and how the process ended, as a predicate.
    func lines(
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
  }

#elseif canImport(Darwin)
#else
  #error("TaskStore does not know how to start the program of this process on this platform.")
#endif
