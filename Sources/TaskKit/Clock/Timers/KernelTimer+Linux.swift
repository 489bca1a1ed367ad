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
  @safe
  struct KernelTimer: Sendable {
    private typealias Create = @convention(c) (Int32, Int32) -> Int32
    private typealias SetTime =
      @convention(c) (Int32, Int32, UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32

    /// The calls, which Swift's view of the C library leaves out.
    private static let create = unsafe find("timerfd_create", as: Create.self)
    private static let setTime = unsafe find("timerfd_settime", as: SetTime.self)

    let descriptor: Int32

    // It is safe to use: it is only called with a setting that is there for as long
    // as the call.
    private let setTime: SetTime

    /// Makes a timer that is not set; nothing if the process may have none.
    init?() {
      guard let create = Self.create, let setTime = unsafe Self.setTime else { return nil }
      descriptor = create(CLOCK_BOOTTIME, O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      unsafe self.setTime = setTime
    }

    /// Has the timer go off after so many nanoseconds, or no more.
    func set(after delay: Int64?) {
      // An `itimerspec`: seconds and nanoseconds until it goes off again and again,
      // and until it goes off first.
      var setting: (Int, Int, Int, Int) = (0, 0, 0, 0)
      if let delay {
        // Nothing at all would mean no more.
        let (seconds, rest) = max(1, delay).quotientAndRemainder(dividingBy: 1_000_000_000)
        (setting.2, setting.3) = (Int(clamping: seconds), Int(rest))
      }
      // Fails only for times that are none, and descriptors that are no timers.
      let result = unsafe setTime(descriptor, 0, &setting, nil)
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
