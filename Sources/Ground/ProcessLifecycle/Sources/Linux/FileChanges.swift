#if os(Linux)

  import Glibc

  /// Watches a file or folder with inotify.
  enum FileChanges {
    /// Starts to watch.
    ///
    /// `changed` is called after changes, once for several simultaneous ones.
    ///
    /// - Parameters:
    ///   - path: The file or folder.
    ///   - kinds: The kinds of changes, as inotify flags.
    ///   - event: The event of the source, for messages.
    ///   - changed: The closure to call, on a queue of the watch.
    /// - Returns: The watch, which can be closed.
    /// - Throws: ``ProcessLifecycleError`` if the system rejects the call.
    static func watch(
      _ path: String,
      kinds: UInt32,
      for event: ProcessEvent,
      changed: @escaping @Sendable () -> Void
    ) throws(ProcessLifecycleError) -> DescriptorWatch {
      let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw .systemCall("inotify_init1", event: event, number: errno)
      }
      guard unsafe inotify_add_watch(descriptor, path, kinds) >= 0 else {
        let number = errno
        close(descriptor)
        throw .systemCall("inotify_add_watch(\(path))", event: event, number: number)
      }
      return DescriptorWatch(descriptor, label: event.name) { descriptor in
        readAway(descriptor)
        changed()
      }
    }

    /// Reads and ignores all changes, because only the current contents of the file matter.
    private static func readAway(_ descriptor: Int32) {
      unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        while unsafe read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
      }
    }
  }

  /// Returns the target of a symbolic link, or `nil` if the path is not a symbolic link.
  func destination(ofLinkAt path: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
      let length = unsafe readlink(path, buffer.baseAddress!, buffer.count)
      return length < 0 ? nil : unsafe String(decoding: buffer[..<length], as: UTF8.self)
    }
  }

  /// Returns the time of the last change of a file, or `nil` if it does not exist.
  func changeTime(ofFileAt path: String) -> Duration? {
    var attributes = stat()
    guard unsafe lstat(path, &attributes) == 0 else { return nil }
    return .seconds(attributes.st_mtim.tv_sec) + .nanoseconds(attributes.st_mtim.tv_nsec)
  }

  /// Returns the contents of a small file, or `nil` if it cannot be read.
  ///
  /// It is read in several parts, because files in `/proc` may require this.
  func contents(ofFileAt path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece[..<count]
    }
  }

#endif
