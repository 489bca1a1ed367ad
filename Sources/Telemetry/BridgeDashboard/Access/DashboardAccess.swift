import Foundation
import Synchronization

/// The permissions of a person at the dashboard.
public enum DashboardRole: String, Sendable, Hashable, CaseIterable {
  /// May see everything, and change nothing.
  case viewer
  /// May also run tasks, call routes, retry jobs, and everything else that the console can do.
  case admin
}

/// The rule by which the dashboard recognizes people.
public struct DashboardAccess: Sendable {
  enum Rule: Sendable {
    case tokens([DashboardRole: String])
    case check(@Sendable (DashboardRequest) async -> DashboardRole?)
  }

  let rule: Rule

  /// Recognizes people by the token in the address with which they sign in.
  ///
  /// The browser gets a cookie in exchange, which is valid until the app exits.
  ///
  /// - Parameters:
  ///   - admin: The token of admins. By default, each start of the app has a random one.
  ///   - viewer: The token of viewers. By default, each start of the app has a random one.
  /// - Returns: The rule.
  public static func tokens(
    admin: String? = nil, viewer: String? = nil
  ) -> DashboardAccess {
    DashboardAccess(
      rule: .tokens([.admin: admin ?? Secret.make(), .viewer: viewer ?? Secret.make()]))
  }

  /// Asks a closure who sends a request, for example behind a proxy that signs people in.
  ///
  /// The closure runs for each request. If it returns `nil`, the request is rejected. Let only the
  /// proxy reach the port, because the dashboard trusts all that the closure trusts.
  ///
  /// - Parameter check: Returns the role of the person.
  /// - Returns: The rule.
  public static func authorize(
    _ check: @escaping @Sendable (_ request: DashboardRequest) async -> DashboardRole?
  ) -> DashboardAccess {
    DashboardAccess(rule: .check(check))
  }
}

/// A request to the dashboard, for ``DashboardAccess/authorize(_:)``.
public struct DashboardRequest: Sendable, Hashable {
  /// The method, such as `GET`.
  public let method: String

  /// The path, without the query.
  public let path: String

  private let headers: [String: String]

  init(_ request: HTTPRequest) {
    (method, path, headers) = (request.method, request.path, request.headers)
  }

  /// Returns the value of a header, whose name is compared without regard to case.
  public subscript(header name: String) -> String? { headers[name.lowercased()] }
}

/// The check of requests: who sends them, and whether a page of the dashboard does.
struct DashboardGate: Sendable {
  /// The secret values of one role.
  private struct Credentials: Sendable {
    /// The value of the cookie.
    let session = Secret.make()
    /// The value that requests of the page contain, which no other page can read.
    let pageToken = Secret.make()
  }

  private let rule: DashboardAccess.Rule
  private let credentials: [DashboardRole: Credentials]

  init(_ access: DashboardAccess) {
    rule = access.rule
    credentials = Dictionary(
      uniqueKeysWithValues: DashboardRole.allCases.map { ($0, Credentials()) })
  }

  /// Returns the token with which a role signs in, or `nil` if people do not sign in by tokens.
  func signInToken(of role: DashboardRole) -> String? {
    guard case .tokens(let tokens) = rule else { return nil }
    return tokens[role]
  }

  /// Returns the role of the person who sends a request, or `nil` if it is unknown.
  func role(of request: HTTPRequest) async -> DashboardRole? {
    switch rule {
    case .check(let check): return await check(DashboardRequest(request))
    case .tokens:
      guard let cookie = cookie(of: request) else { return nil }
      return DashboardRole.allCases.first {
        Secret.areEqual(cookie, credentials[$0]?.session ?? "")
      }
    }
  }

  /// Returns the response that exchanges a valid token for a cookie, or `nil` if the request has
  /// no valid token.
  func signIn(_ request: HTTPRequest) -> HTTPResponse? {
    guard case .tokens(let tokens) = rule, let token = request.parameter("token") else {
      return nil
    }
    let role = DashboardRole.allCases.first { Secret.areEqual(token, tokens[$0] ?? "") }
    guard let session = role.flatMap({ credentials[$0]?.session }) else { return nil }
    let cookie = "\(Self.cookieName(for: request))=\(session); Path=/; HttpOnly; SameSite=Strict"
    return HTTPResponse(
      303, "", type: "text/plain; charset=utf-8", ["Location": "/", "Set-Cookie": cookie])
  }

  /// Returns the token for requests of a role's page.
  func pageToken(of role: DashboardRole) -> String { credentials[role]?.pageToken ?? "" }

  /// Returns the reason why a page of the dashboard cannot have sent a request, or `nil` if it has.
  ///
  /// A page of another origin can send a request with the cookie, but it can neither change the
  /// header `Origin` nor read the token.
  func forgery(in request: HTTPRequest, of role: DashboardRole) -> String? {
    guard let origin = request.headers["origin"], let host = request.headers["host"],
      origin.firstRange(of: "://").map({ origin[$0.upperBound...] }) == host[...]
    else { return "the header 'Origin' must be the address of the dashboard" }
    guard Secret.areEqual(request.headers["x-modkit-token"] ?? "", pageToken(of: role)) else {
      return "the header 'X-Modkit-Token' must be the token of the page: load it again"
    }
    return nil
  }

  private func cookie(of request: HTTPRequest) -> String? {
    let name = Self.cookieName(for: request)
    for part in request.headers["cookie", default: ""].split(separator: ";") {
      let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if pair.count == 2, pair[0] == name { return String(pair[1]) }
    }
    return nil
  }

  /// Returns the name of the cookie, which contains the port: browsers send the cookies of all
  /// ports of a host.
  private static func cookieName(for request: HTTPRequest) -> String {
    let port = request.headers["host", default: ""].split(separator: ":").last ?? ""
    return "modkit-\(port.filter(\.isNumber))"
  }
}

/// Random strings that only the process and its users know.
enum Secret {
  /// Returns 256 random bits in hexadecimal digits.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Compares two strings in a time that does not depend on where they differ.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count, !left.isEmpty else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
