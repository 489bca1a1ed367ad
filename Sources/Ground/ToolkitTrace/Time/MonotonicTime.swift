/// The clocks that the platform offers, read as cheaply as it allows.
///
/// Each platform says in a file of its own how to read them.
package enum MonotonicTime {}

#if os(Linux)
  // MonotonicTime+Linux.swift
#elseif canImport(Darwin)
  // MonotonicTime+Darwin.swift
#else
  #error("ToolkitTrace does not know this platform's clocks: add a MonotonicTime+<Platform>.swift")
#endif
