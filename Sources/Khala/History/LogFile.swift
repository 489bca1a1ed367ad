import Foundation

/// A log file that this process has claimed, and writes through a mapping.
///
/// The last part of the file is mapped and reserved on the disk in advance, so
/// that it ends in padding while it is open. What was copied into the mapping
/// belongs to the system: it is in the file however the process ends.
///
/// Unchecked, because the compiler sees a pointer and variables. A file is used by one
/// thread at a time: the one that holds the lock of the log while the file is the
/// current one, and then the queue that finishes it.
final class LogFile: @unchecked Sendable {
  /// Reserves bytes of a file, and returns zero or the number of the error.
  typealias Reserve = @Sendable (_ descriptor: Int32, _ start: Int, _ count: Int) -> Int32

  /// The size that is mapped and reserved at a time, at least.
  private static let windowSize = 1 << 17

  /// The part of the file that is mapped.
  @safe private struct Window {
    var bytes: UnsafeMutableRawPointer
    var start: Int
    var count: Int
    var end: Int { start + count }
  }

  let name: LogFileName
  let path: String

  /// The bytes of the lines, without padding.
  private(set) var length = 0

  private let descriptor: Int32
  private let device: dev_t
  private let inode: ino_t
  private let permissions: mode_t
  private let reserve: Reserve
  private var window: Window?
  /// A Boolean value that indicates whether the file was changed from outside, so that its
  /// length cannot be trusted.
  private var isDisturbed = false
  /// A Boolean value that indicates whether there is no padding left to cut off.
  private var isTrimmed = false
  private var isOpen = true

  /// Takes over a file that is open and locked.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - path: Where it is.
  ///   - descriptor: What it is open as; closed with the file.
  ///   - status: What the system says about it.
  ///   - length: Where its last line ends.
  ///   - reserve: What reserves space in it.
  init(
    _ name: LogFileName, path: String, descriptor: Int32, status: stat, length: Int,
    reserve: @escaping Reserve
  ) {
    self.name = name
    self.path = path
    self.descriptor = descriptor
    self.length = length
    self.reserve = reserve
    device = status.st_dev
    inode = status.st_ino
    permissions = status.st_mode & 0o7777
  }

  deinit {
    // There is no caller left for an error; the next run would find the padding.
    try? close()
  }

  /// A Boolean value that indicates whether the file was handed over already, and is to
  /// be left alone.
  var isHandedOver: Bool { permissions & 0o222 == 0 }

  // MARK: - Writing

  /// Appends a line.
  func append(_ line: [UInt8], through staging: LogStaging) throws(KhalaLogError) {
    if length + line.count > window?.end ?? 0 {
      try openWindow(for: line.count)
    }
    guard let window else { return }
    let number = unsafe staging.copy(line, to: window.bytes + (length - window.start))
    guard number == 0 else {
      isDisturbed = true
      throw number == EFAULT
        ? .disturbed("shortened", path: path)
        : .systemCall("writing", .fileUnavailable, path: path, number: number)
    }
    length += line.count
  }

  /// Maps the part of the file that the next line belongs into.
  private func openWindow(for count: Int) throws(KhalaLogError) {
    let page = Int(getpagesize())
    let start = length / page * page
    let needed = (length + count - start + page - 1) / page * page
    let size = max(Self.windowSize, needed)
    let reserved = reserve(descriptor, start, size)
    guard reserved == 0 else {
      throw .systemCall("reserving space", .fileUnavailable, path: path, number: reserved)
    }
    let mapped = unsafe mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(start))
    guard let bytes = unsafe mapped, unsafe bytes != MAP_FAILED else {
      throw .systemCall("mmap", .fileUnavailable, path: path, number: errno)
    }
    closeWindow()
    isTrimmed = false
    window = unsafe Window(bytes: bytes, start: start, count: size)
  }

  private func closeWindow() {
    if let window { unsafe munmap(window.bytes, window.count) }
    window = nil
  }

  /// Finds out whether the file is still where it was, and as long.
  func check() throws(KhalaLogError) {
    guard let what = whatHappened() else { return }
    isDisturbed = true
    throw .disturbed(what, path: path)
  }

  /// Returns what was done to the file from outside, or `nil`.
  private func whatHappened() -> String? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return "removed or moved" }
    guard status.st_ino == inode, status.st_dev == device else { return "replaced" }
    let expected = window?.end ?? 0
    return Int(status.st_size) < expected ? "shortened" : nil
  }

  /// Returns a second descriptor, by which another thread can wait until the
  /// lines so far are on the disk.
  func duplicate() throws(KhalaLogError) -> Int32 {
    // Linux writes what was put into a mapping with the rest of the file; other
    // systems have to be asked.
    if let window { unsafe msync(window.bytes, window.count, MS_ASYNC) }
    let duplicate = dup(descriptor)
    guard duplicate >= 0 else {
      throw .systemCall("dup", .fileUnavailable, path: path, number: errno)
    }
    return duplicate
  }

  // MARK: - Finishing

  /// Cuts the padding off; the file stays claimed.
  func trim() throws(KhalaLogError) {
    guard !isTrimmed else { return }
    closeWindow()
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .systemCall("fstat", .finishingFailed, path: path, number: errno)
    }
    if isDisturbed {
      length = try Self.completeLength(of: descriptor, size: Int(status.st_size), path: path)
    }
    if Int(status.st_size) != length, ftruncate(descriptor, off_t(length)) != 0 {
      throw .systemCall("ftruncate", .finishingFailed, path: path, number: errno)
    }
    isTrimmed = true
  }

  /// Notes for later runs that the file was handed over.
  func markHandedOver() throws(KhalaLogError) {
    guard fchmod(descriptor, permissions & ~0o222) == 0 else {
      throw .systemCall("fchmod", .finishingFailed, path: path, number: errno)
    }
  }

  /// Removes the file and lets go of it.
  func remove() throws(KhalaLogError) {
    isTrimmed = true
    defer { release() }
    guard whatHappened() == nil else { return }
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw .systemCall("unlink", .finishingFailed, path: path, number: errno)
    }
  }

  /// Cuts the padding off and lets go of the file.
  ///
  /// A file without lines is removed, unless it was emptied from outside.
  func close() throws(KhalaLogError) {
    guard isOpen else { return }
    defer { release() }
    try trim()
    if length == 0, !isDisturbed { try remove() }
  }

  private func release() {
    guard isOpen else { return }
    isOpen = false
    closeWindow()
    Foundation.close(descriptor)
  }

  /// Returns the end of the last complete line of a file, searched from the end.
  static func completeLength(
    of descriptor: Int32, size: Int, path: String
  ) throws(KhalaLogError) -> Int {
    var piece = [UInt8](repeating: 0, count: min(size, 1 << 16))
    var end = size
    while end > 0 {
      let start = max(0, end - piece.count)
      var filled = 0
      while filled < end - start {
        let count = unsafe piece.withUnsafeMutableBytes { piece in
          unsafe pread(
            descriptor, piece.baseAddress! + filled, end - start - filled, off_t(start + filled))
        }
        // Zero if it is shorter than it was a moment ago.
        if count == 0 { break }
        if count > 0 {
          filled += count
        } else if errno != EINTR {
          throw .systemCall("pread", .fileUnavailable, path: path, number: errno)
        }
      }
      if let length = LogPlan.completeLength(of: piece[..<filled]) { return start + length }
      end = start
    }
    return 0
  }
}
