internal import CGround
internal import Foundation

/// The libcurl of the system, which is opened when the first request is sent.
///
/// Foundation's networking uses libcurl as well. However, it does not limit responses or redirects,
/// and it loads thirty libraries into a program that may never send a request.
///
/// `@unchecked Sendable`: it contains addresses of functions, and never changes.
struct CurlLibrary: @unchecked Sendable {
  let functions: ground_curl

  /// The possible file names of the library.
  ///
  /// The loader of the system finds one of them.
  #if canImport(Darwin)
    static let fileNames = ["libcurl.4.dylib"]
  #else
    static let fileNames = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"]
  #endif

  private static let system = Result { () throws(TelemetryError) in
    // This is registered before the library is opened, so that a process that ends meanwhile waits.
    guard atexit({ CurlTransport.closeAll() }) == 0 else {
      throw TelemetryError(
        .missingLibrary, "the library libcurl is not opened while the process ends.")
    }
    CurlTransport.threads.enter()
    defer { CurlTransport.threads.leave() }
    return try CurlLibrary(fileNames)
  }

  /// Returns the library of the system.
  static func ofSystem() throws(TelemetryError) -> CurlLibrary { try system.get() }

  /// Opens the first library that exists.
  ///
  /// - Throws: An error with the package to install, if no library can be used.
  init(_ fileNames: [String]) throws(TelemetryError) {
    var functions = ground_curl()
    var problems: [String] = []
    for fileName in fileNames {
      guard let message = unsafe ground_load_curl(fileName, &functions) else {
        let result = functions.global_init(GROUND_CURL_GLOBAL_ALL)
        if result == 0 {
          self.functions = functions
          return
        }
        problems.append("\(fileName): \(functions.reason(result))")
        continue
      }
      unsafe problems.append(String(cString: message))
    }
    throw TelemetryError(
      .missingLibrary,
      """
      the library libcurl cannot be used: \(problems.first ?? "it has no name"). Nothing is sent to \
      a collector; install version 7.68 or later of it, on Debian and Ubuntu with 'apt-get install \
      libcurl4'
      """)
  }
}

extension ground_curl {
  /// Returns the description of a result other than 0.
  func reason(_ result: Int32) -> String {
    unsafe easy_strerror(result).map { unsafe String(cString: $0) } ?? "error \(result)"
  }
}
