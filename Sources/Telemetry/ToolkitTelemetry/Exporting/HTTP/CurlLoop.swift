internal import CGround
internal import Foundation

/// The transfers of a thread, and their shared connections.
///
/// - Concurrency: Only one thread uses it. Other threads use its ``wake``.
///
/// `@safe`: the handle is valid until ``close()``, and no function is called after that.
@safe final class CurlLoop {
  /// The work that other threads have requested.
  struct Work: Sendable {
    var requests: [CurlRequest] = []
    var cancelled: [UInt64] = []
  }

  /// Wakes the thread.
  ///
  /// It can be called from any thread.
  ///
  /// `@unchecked Sendable`: it only calls `curl_multi_wakeup`, which libcurl allows on any thread.
  /// The owner of the loop uses it under a lock, and never after ``CurlLoop/close()``.
  @safe struct Wake: @unchecked Sendable {
    fileprivate let curl: ground_curl
    fileprivate let multi: UnsafeMutableRawPointer

    /// Ends the current wait.
    ///
    /// If the thread is not waiting, ends its next wait.
    func callAsFunction() {
      unsafe _ = curl.multi_wakeup(multi)
    }
  }

  private let curl: ground_curl
  private let multi: UnsafeMutableRawPointer
  private var transfers: [UInt64: CurlTransfer] = [:]

  /// Creates a loop that uses a library.
  init(_ library: CurlLibrary) {
    curl = library.functions
    // As for every Swift object, the process ends if there is not enough memory.
    unsafe multi = curl.multi_init()!
  }

  /// The function that wakes the thread.
  var wake: Wake { unsafe Wake(curl: curl, multi: multi) }

  /// Starts and cancels transfers, and continues all transfers without waiting.
  ///
  /// - Returns: The finished transfers, by the numbers of their requests.
  func perform(_ work: Work) -> [(UInt64, Result<HTTPAnswer, CurlFailure>)] {
    for request in work.requests {
      let transfer = CurlTransfer(request, by: curl)
      transfers[request.number] = transfer
      unsafe _ = curl.multi_add_handle(multi, transfer.easy)
    }
    for number in work.cancelled { remove(number) }
    var count: Int32 = 0
    unsafe _ = curl.multi_perform(multi, &count)
    var finished: [(UInt64, Result<HTTPAnswer, CurlFailure>)] = []
    while let message = unsafe curl.multi_info_read(multi, &count)?.pointee {
      guard let (number, transfer) = transfers.first(where: { unsafe $1.easy == message.easy })
      else { continue }
      unsafe finished.append((number, transfer.outcome(message.data.result)))
    }
    for (number, _) in finished { remove(number) }
    return finished
  }

  /// Waits until a transfer can continue, or until ``wake`` is called.
  func wait() {
    unsafe _ = curl.multi_poll(multi, nil, 0, 3_600_000, nil)
  }

  /// Cancels all transfers and closes the connections.
  func close() {
    for number in transfers.keys { remove(number) }
    unsafe _ = curl.multi_cleanup(multi)
  }

  private func remove(_ number: UInt64) {
    guard let transfer = transfers.removeValue(forKey: number) else { return }
    unsafe _ = curl.multi_remove_handle(multi, transfer.easy)
    transfer.close()
  }

  /// Blocks signals on the thread, which has no handlers for them.
  ///
  /// TLS libraries raise `SIGPIPE`.
  static func blockSignals() {
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}

/// The transfer of a request, and the part of the response that was received so far.
///
/// `@safe`: the handles are valid until ``close()``, and no function is called after that.
@safe final class CurlTransfer {
  /// The function that libcurl calls with a part of a response.
  private typealias Receiver =
    @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int

  /// The handle of libcurl.
  let easy: UnsafeMutableRawPointer

  private let curl: ground_curl
  private let headers: OpaquePointer?
  private var answer = HTTPAnswer()

  /// Creates a transfer.
  init(_ request: CurlRequest, by curl: ground_curl) {
    self.curl = curl
    // As for every Swift object, the process ends if there is not enough memory.
    unsafe easy = curl.easy_init()!
    unsafe headers = request.lines.reduce(nil) { list, line in
      unsafe curl.slist_append(list, line)
    }
    set(GROUND_CURL_POSTFIELDSIZE, request.body.count)
    // The body is copied. A zero follows, because libcurl reads standard input if a body has no
    // address.
    unsafe (request.body + [0]).withUnsafeBytes { bytes in
      unsafe set(GROUND_CURL_COPYPOSTFIELDS, bytes.baseAddress)
    }
    unsafe request.address.withCString { unsafe set(GROUND_CURL_URL, $0) }
    unsafe set(GROUND_CURL_HTTPHEADER, headers.map { unsafe UnsafeRawPointer($0) })
    set(GROUND_CURL_POST, 1)
    limit()
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe set(GROUND_CURL_HEADERDATA, context)
    unsafe set(GROUND_CURL_WRITEDATA, context)
    let receiveLine: Receiver = { bytes, size, count, context in
      unsafe CurlTransfer.receive(bytes, size * count, context) { unsafe $0.receive(line: $1) }
    }
    let receiveBody: Receiver = { bytes, size, count, context in
      unsafe CurlTransfer.receive(bytes, size * count, context) { unsafe $0.receive($1) }
    }
    unsafe _ = ground_curl_set_function(
      curl.easy_setopt, easy, GROUND_CURL_HEADERFUNCTION, receiveLine)
    unsafe _ = ground_curl_set_function(
      curl.easy_setopt, easy, GROUND_CURL_WRITEFUNCTION, receiveBody)
  }

  /// Returns the response, or the reason why it is missing.
  func outcome(_ result: Int32) -> Result<HTTPAnswer, CurlFailure> {
    guard result != 0, !answer.isCut else { return .success(answer) }
    return .failure(CurlFailure(description: curl.reason(result)))
  }

  /// Releases the handles.
  ///
  /// The transfer must no longer belong to a loop.
  func close() {
    unsafe curl.easy_cleanup(easy)
    unsafe curl.slist_free_all(headers)
  }

  /// Restricts the transfer to HTTP, its address and its thread.
  private func limit() {
    set(GROUND_CURL_PROTOCOLS, GROUND_CURL_HTTP_AND_HTTPS)
    set(GROUND_CURL_FOLLOWLOCATION, 0)
    set(GROUND_CURL_HTTP_CONTENT_DECODING, 0)
    set(GROUND_CURL_SUPPRESS_CONNECT_HEADERS, 1)
    set(GROUND_CURL_NOSIGNAL, 1)
    // The exporter implements deadlines with its own clock. No attempt takes longer than an hour.
    set(GROUND_CURL_TIMEOUT_MS, 3_600_000)
    set(GROUND_CURL_CONNECTTIMEOUT_MS, 3_600_000)
    // Available since 7.87. A cancelled transfer does not wait for the resolution of a name.
    set(GROUND_CURL_QUICK_EXIT, 1)
  }

  private func set(_ option: Int32, _ value: Int) {
    unsafe _ = ground_curl_set_number(curl.easy_setopt, easy, option, value)
  }

  private func set(_ option: Int32, _ value: UnsafeRawPointer?) {
    unsafe _ = ground_curl_set_pointer(curl.easy_setopt, easy, option, value)
  }

  /// Reads a part of the response, and returns the number of accepted bytes.
  ///
  /// If it is lower than the number of bytes, the transfer ends.
  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ read: (inout HTTPAnswer, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let part = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    return unsafe read(&transfer.answer, part) ? count : 0
  }
}
