; What the installer of Windows registers besides the program itself. Each kind of file gets Tracelane among "Open with"; which
; program opens it by itself stays as it is (electron-builder's fileAssociations would change that).
; "--" before what is opened: it is no switch, whatever it begins with.

!macro tracelaneOffer EXT
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Tracelane.Dump"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".${EXT}" ""
!macroend

!macro tracelaneWithdraw EXT
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Tracelane.Dump"
!macroend

!macro tracelaneForEach MACRO
  !insertmacro ${MACRO} "json"
  !insertmacro ${MACRO} "gz"
  !insertmacro ${MACRO} "zip"
  !insertmacro ${MACRO} "db"
!macroend

; SHCNE_ASSOCCHANGED, SHCNF_FLUSH: Explorer looks anew.
!macro tracelaneTellExplorer
  System::Call "shell32::SHChangeNotify(i,i,i,i) (0x08000000, 0x1000, 0, 0)"
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Tracelane.Dump" "" "Profiling dump"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Tracelane.Dump\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Tracelane.Dump\shell\open\command" "" '"$appExe" -- "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$appExe" -- "%1"'
  !insertmacro tracelaneForEach tracelaneOffer
  WriteRegStr SHELL_CONTEXT "Software\Classes\tracelane" "" "URL:Tracelane"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tracelane" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\tracelane\shell\open\command" "" '"$appExe" -- "%1"'
  !insertmacro tracelaneTellExplorer
!macroend

!macro customUnInstall
  !insertmacro tracelaneForEach tracelaneWithdraw
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Tracelane.Dump"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\tracelane"
  !insertmacro tracelaneTellExplorer
!macroend
