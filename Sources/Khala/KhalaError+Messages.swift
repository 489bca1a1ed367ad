extension KhalaError {
  // The six problems that Khala has always reported, in both of its languages.

  /// Returns the error for a string that is not a URL, or for a URL that cannot be called.
  static func invalidURL(_ url: String, because reason: any Error) -> Self {
    .invalidURL(url, "\(reason)")
  }

  /// Returns the error for a URL without a function name.
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
        : "[Khala] '\(url)' is not a URL: \(reason)")
  }

  /// Returns the error for a URL that matches no route.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - hints: Suggestions for the intended URL.
  ///   - functions: The functions of its class, if the class exists.
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
        : "[Khala] '\(url)' matches no route. \(hint)"
          + (functions.isEmpty ? "" : " Its functions are: \(list)"))
  }

  /// Returns the error for a URL with an unknown routing class, if only the class is needed.
  static func classNotFound(_ url: String, _ hints: RouteHints) -> Self {
    KhalaError(
      .classNotFound, url: url,
      message: Khala.language == .cn
        ? "[Khala] '\(url)' 未匹配到路由类。\(hints.sentence(in: .cn))"
        : "[Khala] '\(url)' names no routing class. \(hints.sentence(in: .en))")
  }

  /// Returns the error for a name that matches several functions.
  static func ambiguousFunction(_ signatures: [String], url: String) -> Self {
    let list = MessageText.list(signatures)
    return KhalaError(
      .ambiguousFunction, url: url,
      message: Khala.language == .cn
        ? "[Khala] '\(url)' 匹配到多个路由函数, 请修改路由类中的路由函数名称: \(list)"
        : "[Khala] '\(url)' matches several functions equally well: rename all but one "
          + "of them in the routing class, or pass values that only one of them takes: \(list)")
  }

  /// Returns the error for a caller that passed fewer closures than the function takes.
  static func tooFewClosures(_ given: Int, of needed: Int, function: String, url: String) -> Self {
    KhalaError(
      .tooFewClosures, url: url,
      message: Khala.language == .cn
        ? "[Khala] 参数数目错误: \(function) 需要 \(needed) 个闭包, 只传入 \(given) 个"
        : "[Khala] \(function) takes \(needed) closures, but the call has \(given): pass the others, or "
          + "use 'call()', which fills them in")
  }

  /// Returns the error for a problem of the log, mostly a line that could not be written.
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

extension KhalaError {
  /// Creates an error with a message in the current language.
  private init(
    _ code: Code, url: String, underlyingError: (any Error)? = nil,
    en: @autoclosure () -> MessageText, cn: @autoclosure () -> MessageText
  ) {
    self.init(
      code, url: url, message: "[Khala] \(Khala.language == .cn ? cn() : en())",
      underlyingError: underlyingError)
  }

  // MARK: - Calling

  /// Returns the error for a result with another type than the caller expects.
  static func unexpectedResult(_ result: Any?, insteadOf type: any Any.Type, url: String) -> Self {
    let given = result.map { "\(Swift.type(of: $0))" }
    return KhalaError(
      .unexpectedResult, url: url,
      en: """
        \(url) returned \(given.map { "a value of type '\($0)'" } ?? "nothing") instead of a value \
        of type '\(type)': ask for the type that it returns
        """,
      cn: """
        \(url) \(given.map { "返回了类型为 '\($0)' 的值" } ?? "没有返回值"), 而不是 '\(type)': \
        请使用它实际返回的类型
        """)
  }

  /// Returns the error for a function that must be waited for.
  static func needsAsync(_ name: String, url: String) -> Self {
    KhalaError(
      .needsAsync, url: url,
      en: """
        \(name) suspends, or belongs to an actor that the caller is not on: call \(url) with \
        'try await callAsync(as:)'
        """,
      cn: """
        \(name) 会挂起, 或属于调用方不在的 actor: 请对 \(url) 使用 'try await callAsync(as:)'
        """)
  }

  /// Returns the error for a contract function that is not `async` although its route must be
  /// waited for.
  ///
  /// Only a change of the contract helps. The caller of its function cannot do anything about it.
  static func contractNeedsAsync(_ function: String, url: String) -> Self {
    KhalaError(
      .needsAsync, url: url,
      en: """
        '\(function)' does not await \(url), but the route or an interceptor suspends, or \
        belongs to an actor that the caller is not on: make '\(function)' 'async' in the contract
        """,
      cn: """
        '\(function)' 不会等待 \(url), 而其路由或拦截器会挂起, 或属于调用方不在的 actor: \
        请在契约中将 '\(function)' 声明为 'async'
        """)
  }

  /// Returns the error for a value that is missing or has the wrong type.
  static func invalidArgument(_ error: KhalaArgumentError, url: String) -> Self {
    KhalaError(
      .invalidArgument, url: url, underlyingError: error, en: "\(url): \(error)",
      cn: "\(url): \(error)")
  }

  /// Returns the error for a call that no overload accepts.
  static func noFittingFunction(
    _ signatures: [String], values: [String], closures: Int, url: String
  ) -> Self {
    let given = values.isEmpty ? "-" : values.joined(separator: ", ")
    let list: MessageText = signatures.isEmpty ? "" : ":\(MessageText.list(signatures))"
    return KhalaError(
      .invalidArgument, url: url,
      en: """
        no function of \(url) takes these values (\(given)) and \(closures) closures: pass the \
        arguments of one of them\(list)
        """,
      cn: "\(url) 没有接受这些值 (\(given)) 与 \(closures) 个闭包的路由函数, 请传入其中之一所需的参数\(list)")
  }

  /// Returns the error for a routing function that threw an error.
  static func functionFailed(_ name: String, with error: any Error, url: String) -> Self {
    KhalaError(
      .functionFailed, url: url, underlyingError: error,
      en: "\(name), called by \(url), failed: \(error)", cn: "由 \(url) 调用的 \(name) 失败: \(error)")
  }

  /// Returns the error for a call whose task was cancelled.
  static func cancelled(_ url: String, _ error: any Error) -> Self {
    KhalaError(
      .cancelled, url: url, underlyingError: error,
      en: "\(url) was cancelled with the task that called it: call it again if you still need it",
      cn: "\(url) 已随调用它的任务一起取消: 如仍需要, 请重新调用")
  }

  // MARK: - On the way

  /// Returns the error for a filter or an interceptor that threw.
  static func rejected(with error: any Error, url: String) -> Self {
    switch error {
    case let error as KhalaError where error.code == .redirectLoop: error
    case is CancellationError: .cancelled(url, error)
    default: .denied("\(error)", url: url, because: error)
    }
  }

  /// Returns the error for a call that a filter or an interceptor rejected.
  private static func denied(_ reason: String, url: String, because error: any Error) -> Self {
    KhalaError(
      .denied, url: url, underlyingError: error, en: "\(url) was denied: \(reason)",
      cn: "\(url) 被拒绝: \(reason)")
  }

  /// Returns the error for redirects that form a cycle, or for rules whose calls reach the same
  /// rules again.
  ///
  /// The message shows the addresses up to the first repeated one. Without addresses it shows none.
  static func redirectLoop(_ places: [RouteAddress]) -> Self {
    var chain: [String] = []
    for place in places.map(\.textWithoutQuery) {
      chain.append(place)
      if chain.dropLast().contains(place) { break }
    }
    let way = chain.enumerated().reduce("" as MessageText) { way, place in
      "\(way)\(place.offset == 0 ? ": " : " → ")\(place.element)"
    }
    return KhalaError(
      .redirectLoop, url: chain.first ?? "",
      en: """
        the call is redirected endlessly, or more than \(CallRun.redirectLimit) times\(way). Let \
        filters and interceptors ignore the calls that they have changed or made themselves
        """,
      cn: """
        调用被无止境地转发, 或经过了超过 \(CallRun.redirectLimit) 个地址\(way)。过滤器或拦截器不应再处理它已\
        修改过的调用, 以及它自己发起的调用
        """)
  }

  /// Returns the error for an interceptor that exceeded its time limit.
  static func deadlineExceeded(_ name: String, limit: Duration, url: String) -> Self {
    KhalaError(
      .deadlineExceeded, url: url,
      en: """
        \(name) did not answer for \(url) within \(limit): call again later, or use a longer \
        'deadline'
        """,
      cn: "\(name) 未在 \(limit) 内答复 \(url): 请稍后再试, 或设置更长的 'deadline'")
  }

  // MARK: - From outside

  /// Returns the error for a call from outside to a route that is not open to it.
  static func notExternal(url: String) -> Self {
    KhalaError(
      .notExternal, url: url,
      en: """
        \(url) is not open to calls from outside. To open it, declare its route with \
        'access: .external'. 'Khala.errorHandler' got the details
        """,
      cn: """
        \(url) 不对外部调用开放; 如需开放, 请以 'access: .external' 声明其路由。详情已报告给 \
        'Khala.errorHandler'
        """
    ).censored
  }

  /// Returns the error for a call from outside whose function made a call that failed.
  static func failedInside(url: String) -> Self {
    KhalaError(
      .functionFailed, url: url,
      en: "\(url) failed. 'Khala.errorHandler' got the details",
      cn: "\(url) 失败, 其内部错误已报告给 'Khala.errorHandler'"
    ).censored
  }

  /// Returns the error for a call from outside to an internal route.
  static func internalRoute(_ name: String, url: String) -> Self {
    KhalaError(
      .notExternal, url: url,
      en: """
        \(name) was called from outside by \(url), but only the program itself may call it. To open \
        it, declare it with 'access: .external'
        """,
      cn: "外部通过 \(url) 调用了 \(name), 而它仅供程序内部使用。如允许任何人调用, 请以 'access: .external' 声明")
  }

  // MARK: - Registering

  /// Returns the error for an invalid pattern that was registered at run time.
  static func invalidPattern(_ pattern: String, because error: any Error) -> Self {
    KhalaError(
      .invalidPattern, url: pattern, underlyingError: error, en: "\(error)",
      cn: "路由模式 '\(pattern)' 有误: \(error)")
  }
}
