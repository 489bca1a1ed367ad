import Foundation

// Starts another program of its folder as systemd starts a service with a socket: one that
// listens at a path is open at descriptor 3, and variables describe it.
//
// Arguments: the path of the socket, variables as NAME=VALUE, '--', the program, its arguments.

/// Ends the program with a message, and without a stack trace.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(1)
}

let words = Array(CommandLine.arguments.dropFirst())
let parts = words.split(separator: "--", maxSplits: 1).map(Array.init)
guard parts.count == 2, let path = parts[0].first, let program = parts[1].first else {
  fail("usage: ActivationFixture PATH [NAME=VALUE…] -- PROGRAM [ARGUMENT…]")
}

var address = sockaddr_un()
address.sun_family = sa_family_t(AF_UNIX)
unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
let isBound = unsafe withUnsafePointer(to: &address) { pointer in
  unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
    unsafe bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
  }
}
guard isBound, listen(listener, 16) == 0, listener == 3 || dup2(listener, 3) == 3 else {
  fail("'\(path)' cannot be listened at: \(unsafe String(cString: strerror(errno)))")
}

unsafe setenv("LISTEN_PID", "\(getpid())", 1)
unsafe setenv("LISTEN_FDS", "1", 1)
unsafe setenv("LISTEN_FDNAMES", "console", 1)
for variable in parts[0].dropFirst() {
  let pair = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  unsafe setenv(String(pair[0]), String(pair[1]), 1)
}

let executable = Bundle.main.bundleURL.appending(path: program).path
var arguments = unsafe ([executable] + parts[1].dropFirst()).map { unsafe strdup($0) } + [nil]
unsafe execv(executable, &arguments)
fail("'\(executable)' cannot be started: \(unsafe String(cString: strerror(errno)))")
