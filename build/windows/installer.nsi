; The installer of Souk for one person, without administrator's rights: build/installer.py calls makensis with this.
; Silent: souk-….exe /S [/D=C:\a folder]; and "Uninstall.exe" /S. Settings and recordings are never touched.
Target amd64-unicode
SetCompressor /SOLID lzma
!include LogicLib.nsh
!include MUI2.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Souk"
!define KIND "Souk.Recording"

Name "Souk"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Souk"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
ManifestDPIAware true
VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 "ProductName" "Souk"
VIAddVersionKey /LANG=0 "FileDescription" "Souk"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "LegalCopyright" ""

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\souk.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Korean"
LangString running ${LANG_ENGLISH} "Souk is running. Close it first."
LangString running ${LANG_KOREAN} "수크가 실행 중입니다. 먼저 닫아 주세요."

; Windows writes to no program that is running: a file that cannot be opened for writing is one.
!macro refuse_while_running
    ${If} ${FileExists} "$INSTDIR\souk.exe"
        ClearErrors
        FileOpen $0 "$INSTDIR\souk.exe" a
        ${If} ${Errors}
            MessageBox MB_OK|MB_ICONEXCLAMATION "$(running)" /SD IDOK
            SetErrorLevel 1
            Quit
        ${EndIf}
        FileClose $0
    ${EndIf}
!macroend

Section
    SetShellVarContext current
    !insertmacro refuse_while_running
    ; Modules of an older version would be found beside those of this one.
    RMDir /r "$INSTDIR\_internal"
    SetOutPath "$INSTDIR"
    File /r "${SOURCE}\*"
    WriteUninstaller "$INSTDIR\Uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Souk.lnk" "$INSTDIR\souk.exe"
    WriteRegStr HKCU "Software\Classes\.souk" "" "${KIND}"
    WriteRegStr HKCU "Software\Classes\${KIND}" "" "Souk"
    WriteRegStr HKCU "Software\Classes\${KIND}\DefaultIcon" "" "$INSTDIR\souk.exe,0"
    WriteRegStr HKCU "Software\Classes\${KIND}\shell\open\command" "" '"$INSTDIR\souk.exe" replay "%1"'
    WriteRegStr HKCU "${KEY}" "DisplayName" "Souk"
    WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\souk.exe"
    WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
    WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
    WriteRegDWORD HKCU "${KEY}" "EstimatedSize" "${KILOBYTES}"
    WriteRegDWORD HKCU "${KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
    ; Tell the desktop that files have a new program: SHCNE_ASSOCCHANGED.
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section Uninstall
    SetShellVarContext current
    !insertmacro refuse_while_running
    RMDir /r "$INSTDIR\_internal"
    Delete "$INSTDIR\souk.exe"
    Delete "$INSTDIR\souk-command.exe"
    Delete "$INSTDIR\Install.txt"
    Delete "$INSTDIR\Uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Souk.lnk"
    ReadRegStr $0 HKCU "Software\Classes\.souk" ""
    ${If} $0 == "${KIND}"
        DeleteRegKey HKCU "Software\Classes\.souk"
    ${EndIf}
    DeleteRegKey HKCU "Software\Classes\${KIND}"
    DeleteRegKey HKCU "${KEY}"
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
