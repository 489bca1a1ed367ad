#if os(Linux)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #else
    #error("TaskKit does not know the C library of this Linux")
  #endif

  /// A timer of the kernel, as a descriptor that is readable when it has gone off.
  ///
  /// It goes by `CLOCK_BOOTTIME`, which goes on while the machine sleeps.
  struct KernelTimer: Sendable {
    private typealias Create = @convention(c) (Int32, Int32) -> Int32
    private typealias Set =
      @convention(c) (Int32, Int32, UnsafePointer<itimerspec>, UnsafeMutablePointer<itimerspec>?)
      -> Int32

    /// The calls, which Swift's view of the C library leaves out.
    private static let create = unsafe find("timerfd_create", as: Create.self)
    private static let setTime = unsafe find("timerfd_settime", as: Set.self)

    let descriptor: Int32
    private let set: Set

    /// Makes a timer that is not set; nothing if the process may have none.
    init?() {
      guard let create = Self.create, let set = Self.setTime else { return nil }
      descriptor = create(CLOCK_BOOTTIME, O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      self.set = set
    }

    /// What time it is, in nanoseconds.
    static var now: Int64 {
      var time = timespec()
      // Fails only for a clock that the kernel does not have; it has had this one
      // since version 2.6.39.
      _ = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Has the timer go off at a time, or no more.
    func set(to deadline: Int64?) {
      var time = itimerspec()
      if let deadline {
        // Nothing at all would mean no time; the clock was there long ago.
        let (seconds, rest) = max(1, deadline).quotientAndRemainder(dividingBy: 1_000_000_000)
        time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
      }
      let absolute: Int32 = 1
      // Fails only for times that are none, and descriptors that are no timers.
      let result = unsafe set(descriptor, absolute, &time, nil)
      precondition(result == 0, "timerfd_settime: error \(errno)")
    }

    /// Makes the descriptor unreadable until the timer goes off again.
    func acknowledge() {
      var expirations: UInt64 = 0
      // It has been set anew in the meantime if there is nothing to read.
      _ = unsafe read(descriptor, &expirations, MemoryLayout<UInt64>.size)
    }

    /// Gives the descriptor back.
    func close() {
      #if canImport(Glibc)
        Glibc.close(descriptor)
      #else
        Musl.close(descriptor)
      #endif
    }

    @unsafe private static func find<Function>(
      _ name: String, as type: Function.Type
    ) -> Function? {
      unsafe dlsym(nil, name).map { unsafe unsafeBitCast($0, to: type) }
    }
  }

#endif
