@_exported public import Bridge
