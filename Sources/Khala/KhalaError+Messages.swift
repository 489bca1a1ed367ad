extension KhalaError {
  // The six problems that Khala has always known, in both of its languages.

  /// Makes the error of a text that is no URL, or of a URL that cannot be used.
  static func invalidURL(_ url: String, because reason: any Error) -> Self {
    .invalidURL(url, "\(reason)")
  }

  /// Makes the error of a URL that names no function to call.
  static func noFunctionNamed(_ url: String) -> Self {
    .invalidURL(
      url,
      Khala.language == .cn
        ? "未指明路由函数, 请写作 'kl://函数?键=值'" : "it names no function: write 'kl://function?key=value'.")
  }

  private static func invalidURL(_ url: String, _ reason: MessageText) -> Self {
    KhalaError(
      .invalidURL, url: url,
      message: Khala.language == .cn
        ? "[Khala] URL 错误: '\(url)': \(reason)"
        : "[Khala] '\(url)' is no URL: \(reason)")
  }

  /// Makes the error of a URL that leads to no route.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - hints: What it may have meant.
  ///   - functions: The functions of its class, if there is one.
  /// - Returns: The error.
  static func noRoute(_ url: String, _ hints: RouteHints, functions: [String]) -> Self {
    let code: Code =
      switch hints.miss {
      case .noName, .noFunctionName: .invalidURL
      case .noClass: .classNotFound
      case .noFunction: .functionNotFound
      }
    let language = Khala.language
    let hint = hints.sentence(in: language)
    let list = MessageText.list(functions)
    return KhalaError(
      code, url: url,
      message: language == .cn
        ? "[Khala] '\(url)' 没有匹配的路由。\(hint)"
          + (functions.isEmpty ? "" : " 该类的路由函数: \(list)")
        : "[Khala] '\(url)' leads to no route. \(hint)"
          + (functions.isEmpty ? "" : " Its functions are: \(list)"))
  }

  /// Makes the error of a URL that names no routing class, where only that is asked
  /// for.
  static func classNotFound(_ url: String, _ hints: RouteHints) -> Self {
    KhalaError(
      .classNotFound, url: url,
      message: Khala.language == .cn
        ? "[Khala] '\(url)' 未匹配到路由类。\(hints.sentence(in: .cn))"
        : "[Khala] '\(url)' names no routing class. \(hints.sentence(in: .en))")
  }

  /// Several functions of this name take what the call gives.
  static func ambiguousFunction(_ signatures: [String], url: String) -> Self {
    let list = MessageText.list(signatures)
    return KhalaError(
      .ambiguousFunction, url: url,
      message: Khala.language == .cn
        ? "[Khala] '\(url)' 匹配到多个路由函数, 请修改路由类中的路由函数名称: \(list)"
        : "[Khala] '\(url)' leads to several functions that fit equally well: rename all but one "
          + "of them in the routing class, or give values that only one of them takes: \(list)")
  }

  /// The caller gave fewer closures than the function takes.
  static func tooFewClosures(_ given: Int, of needed: Int, function: String, url: String) -> Self {
    KhalaError(
      .tooFewClosures, url: url,
      message: Khala.language == .cn
        ? "[Khala] 参数数目错误: \(function) 需要 \(needed) 个闭包, 只传入 \(given) 个"
        : "[Khala] \(function) takes \(needed) closures and was given \(given): give the others, or "
          + "use 'call()', which fills them in")
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
}
