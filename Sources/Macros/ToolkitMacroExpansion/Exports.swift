// A macro that declares records names their kinds and flags.
@_exported public import Declarations
