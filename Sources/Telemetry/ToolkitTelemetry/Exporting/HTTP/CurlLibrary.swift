internal import CGround
internal import Foundation

/// The system's libcurl, opened when the first request is sent.
///
/// Foundation's networking stands on libcurl too, but limits neither answers nor redirects, and
/// loads thirty libraries into a program that may never send a request.
///
/// `@unchecked Sendable`: it holds addresses of functions, and never changes.
struct CurlLibrary: @unchecked Sendable {
  let functions: ground_curl

  /// The file names of the library, of which the system's loader finds one.
  #if canImport(Darwin)
    static let fileNames = ["libcurl.4.dylib"]
  #else
    static let fileNames = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"]
  #endif

  private static let system = Result { () throws(TelemetryError) in
    let library = try CurlLibrary(fileNames)
    // Registered later than what libraries of TLS release at the exit, so that it comes first.
    // Without room for it, threads just end with the process.
    _ = atexit { CurlTransport.closeAll() }
    return library
  }

  /// Returns the library of the system.
  static func ofSystem() throws(TelemetryError) -> CurlLibrary { try system.get() }

  /// Opens the first library that exists.
  ///
  /// - Throws: An error that names the package to install, if none can be used.
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
  /// Returns the description of a result that is not 0.
  func reason(_ result: Int32) -> String {
    unsafe easy_strerror(result).map { unsafe String(cString: $0) } ?? "error \(result)"
  }
}
