extension KhalaError {
  // The six problems that Khala has always known, in both of its languages.

  /// The text is no URL, or has no host or no path.
  static func invalidURL(_ url: String, because reason: (any Error)? = nil) -> Self {
    let detail = reason.map { " (\($0))" } ?? ""
    return KhalaError(
      .invalidURL, url: url,
      message: Khala.language == .cn
        ? "[Khala] URL 错误: \(url)\(detail)"
        : "[Khala] There is an error in the url composition: \(url)\(detail)")
  }

  /// No module declares a routing class of this name.
  static func classNotFound(_ name: String, url: String, suggestions: [String]) -> Self {
    KhalaError(
      .classNotFound, url: url,
      message: Khala.language == .cn
        ? "[Khala] 未匹配到相应路由类:\(name)" + hint(suggestions)
        : "[Khala] Did not match this route class:\(name)" + hint(suggestions))
  }

  /// The routing class has no function of this name.
  static func functionNotFound(
    _ name: String, in className: String, url: String, functions: [String]
  ) -> Self {
    let list = list(functions)
    return KhalaError(
      .functionNotFound, url: url,
      message: Khala.language == .cn
        ? "[Khala] 未在路由类[\(className)]中查询到该路由函数[\(name)], 请查阅该类路由函数列表: \(list)"
        : "[Khala] If there is no match to the route function [\(name)] in the route class"
          + "[\(className)], please refer to the list of functions of this class: \(list)")
  }

  /// Several functions of this name take what the call gives.
  static func ambiguousFunction(_ signatures: [String], url: String) -> Self {
    let list = list(signatures)
    return KhalaError(
      .ambiguousFunction, url: url,
      message: Khala.language == .cn
        ? "[Khala] 匹配到多个路由函数, 请修改路由类中的路由函数名称: \(list)"
        : "[Khala] We match multiple functions, please modify the function name in the routing "
          + "class: \(list)")
  }

  /// The caller gave fewer closures than the function takes.
  static func tooFewClosures(_ given: Int, of needed: Int, function: String, url: String) -> Self {
    KhalaError(
      .tooFewClosures, url: url,
      message: Khala.language == .cn
        ? "[Khala] 参数数目错误: \(function) 需要 \(needed) 个闭包, 只传入 \(given) 个"
        : "[Khala] Inconsistent number: \(function) takes \(needed) closures and was given "
          + "\(given); give the others, or use 'call()', which fills them in")
  }

  /// Something went wrong with the log, mostly that a line could not be written.
  static func logFailed(_ error: KhalaLogError) -> Self {
    let what = error.line ?? error.path
    return KhalaError(
      .logFailed, url: error.line.flatMap(LogLine.url) ?? "",
      message: Khala.language == .cn
        ? "[Khala] 日志写入失败: \(what) (\(error))"
        : "[Khala] log write fail: \(what) (\(error))",
      underlyingError: error)
  }

  /// Names below each other, with their numbers.
  static func list(_ names: [String]) -> String {
    names.enumerated().map { "\n\($0): \($1)" }.joined()
  }

  private static func hint(_ suggestions: [String]) -> String {
    guard !suggestions.isEmpty else { return "" }
    let names = suggestions.joined(separator: ", ")
    return Khala.language == .cn ? " (是否为: \(names)?)" : " (did you mean \(names)?)"
  }
}
